import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Environment variables of the deployment. */
export type Settings = Readonly<Record<string, string>>;

/** A process with the deployment of another author, on ports of its own. */
export class Deployment {
  readonly url: string;
  /** Where the world around it is driven. */
  readonly ops: string;
  readonly #process: ChildProcess;

  private constructor(url: string, ops: string, process: ChildProcess) {
    this.url = url;
    this.ops = ops;
    this.#process = process;
  }

  static async start(folder: string, settings: Settings): Promise<Deployment> {
    const env = { PORT: "0", OPS_PORT: "0", ALLOW_WEBHOOK_ORIGIN: "http://127.0.0.1:*", ...settings };
    const child = spawn(process.execPath, [join(folder, "server.mjs")], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface(child.stdout)) {
      const { api, ops }: { readonly api: string; readonly ops: string } = JSON.parse(line);
      return new Deployment(api, ops, child);
    }
    throw new Error("the deployment ended before it was ready");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
  }
}
