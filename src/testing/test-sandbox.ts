import type { Server } from "node:http";
import { SaldoWorld } from "../client/saldo-client.ts";
import { intercept } from "./intercept.ts";

/** A sandbox in the process of a test, as the first company of its first world sees it. */
export class TestSandbox extends SaldoWorld {
  readonly #server: Server;
  #interceptions: (() => void)[] | null = [];

  constructor(server: Server, ...world: ConstructorParameters<typeof SaldoWorld>) {
    super(...world);
    this.#server = server;
  }

  /**
   * Answers what this process sends to a base URL such as `https://api.acme.dev/v1` by Node's `fetch` or undici, until
   * `stop()`. The API key of a request decides about its world. Other clients, such as those on `node:http`, are not
   * reached. Throws an `Error` for a text that is no such URL, and after `stop()`.
   */
  intercept(baseUrl: string): void {
    if (this.#interceptions === null) throw new Error("the sandbox has stopped, so it intercepts nothing more");
    this.#interceptions.push(intercept(baseUrl, this.#server));
  }

  override stop(): Promise<void> {
    for (const end of this.#interceptions?.toReversed() ?? []) end();
    this.#interceptions = null;
    return super.stop();
  }
}
