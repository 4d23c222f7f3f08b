import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** Where a connection is cut: before the database hears of a commit, or before the process hears the answer to it. */
export type Cut = "before-commit" | "after-commit";

/** A line to a database that a test can disturb. */
export class DatabaseProxy implements AsyncDisposable {
  /** Whether nothing arrives any more, in either direction, and nobody is told. */
  isBlackHole = false;
  #isRefusing = false;
  #next: { readonly cut: Cut; readonly done: () => void } | undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #url: URL;

  private constructor(server: Server, url: URL) {
    this.#server = server;
    this.#url = url;
  }

  static async to(databaseUrl: string): Promise<DatabaseProxy> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = new DatabaseProxy(server, new URL(databaseUrl));
    server.on("connection", (client) => proxy.#join(client));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.#url);
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("the proxy does not listen");
    url.port = String(address.port);
    return url.href;
  }

  /** Cuts one connection at its next commit. Resolves when that has happened. */
  cutNext(cut: Cut): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#next = { cut, done: resolve };
    return promise;
  }

  /**
   * Ends all connections and refuses new ones, until `admit`. Resolves when the other sides have ended theirs: a pool then
   * knows which of its connections are gone.
   */
  async refuse(): Promise<void> {
    this.#isRefusing = true;
    const sockets = [...this.#sockets];
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.end().on("close", resolve))));
  }

  admit(): void {
    this.#isRefusing = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: Socket): void {
    if (this.#isRefusing) {
      client.destroy();
      return;
    }
    const database = connect(Number(this.#url.port), this.#url.hostname);
    let isCommitting = false;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    /** Returns whether this is the moment of the cut. */
    const isCutNow = (cut: Cut) => {
      if (!isCommitting || this.#next?.cut !== cut) return false;
      this.#next.done();
      this.#next = undefined;
      return true;
    };
    for (const socket of [client, database]) {
      this.#sockets.add(socket);
      socket.on("error", end).on("close", () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    client.on("data", (data) => {
      // So the statement is called that ends a turn with commits.
      isCommitting = data.includes("commit ");
      if (isCutNow("before-commit")) end();
      else if (!this.isBlackHole) database.write(data);
    });
    database.on("data", (data) => {
      if (isCutNow("after-commit")) end();
      else if (!this.isBlackHole) client.write(data);
    });
  }
}
