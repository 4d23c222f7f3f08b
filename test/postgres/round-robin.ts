import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

/** How often a balancer asks whether a server is ready. */
const ASK_MS = 100;

/**
 * A balancer that gives each request to the next of several servers, over a connection of its own. It strips the path
 * that it stands behind.
 */
export class RoundRobin implements AsyncDisposable {
  /** How many requests each server got. */
  readonly passed: number[];
  readonly #servers: readonly string[];
  #ready: readonly number[];
  readonly #server: Server;
  readonly #stripped: string;
  #next = 0;
  #isClosed = false;

  private constructor(servers: readonly string[], stripped: string) {
    this.#servers = servers;
    this.#stripped = stripped;
    this.#ready = [...servers.keys()];
    this.passed = servers.map(() => 0);
    // How long a client may keep its connection it hears from the servers, so none is ended earlier here.
    this.#server = createServer({ keepAliveTimeout: 0 }, (asked, answer) => this.#pass(asked, answer));
  }

  static async over(servers: readonly string[], stripped = ""): Promise<RoundRobin> {
    const balancer = new RoundRobin(servers, stripped);
    balancer.#server.listen(0, "127.0.0.1");
    await once(balancer.#server, "listening");
    return balancer;
  }

  /** Starts one that gives requests only to servers that say that they are ready. */
  static async overReady(servers: readonly string[]): Promise<RoundRobin> {
    const balancer = await RoundRobin.over(servers);
    await balancer.#askReady();
    void balancer.#keepAsking();
    return balancer;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("the balancer does not listen");
    return `http://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #keepAsking(): Promise<void> {
    for (; !this.#isClosed; await delay(ASK_MS)) await this.#askReady();
  }

  async #askReady(): Promise<void> {
    const answers = this.#servers.map(async (url, index) => {
      const answer = await fetch(`${url}/sandbox/ready`).catch(() => null);
      await answer?.text();
      return answer?.status === 200 ? [index] : [];
    });
    this.#ready = (await Promise.all(answers)).flat();
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const index = this.#ready[this.#next % this.#ready.length] ?? 0;
    this.#next += 1;
    this.passed[index] = (this.passed[index] ?? 0) + 1;
    const { method, url = "/", rawHeaders } = asked;
    // Names, values and repeated headers go on as they came.
    const { hostname, port } = new URL(this.#servers[index] ?? "");
    const passed = request({
      hostname,
      port,
      method,
      path: url.slice(this.#stripped.length),
      headers: rawHeaders,
      agent: false,
    });
    const broken = (end: Writable) => () => end.destroy();
    asked.on("error", broken(passed)).pipe(passed);
    answer.on("close", broken(passed));
    passed.on("error", broken(answer)).on("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders);
      // Heads of streams must not wait for the first event.
      answer.flushHeaders();
      response.on("error", broken(answer)).pipe(answer);
    });
  }
}
