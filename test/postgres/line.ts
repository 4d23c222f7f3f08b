import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** What happens to bytes on a line: held ones arrive later; lost ones are noticed only when the trouble ends. */
export type Trouble = "held" | "lost" | "answers lost";

/** What a line asks about the bytes of one connection. `true`: the connection is cut instead. */
export interface Watch {
  toServer(data: Buffer): boolean;
  toClient(data: Buffer): boolean;
}

interface Connection {
  readonly sockets: readonly Socket[];
  hasLost: boolean;
}

/** A TCP line to a server that a test can disturb. It has an address before it leads anywhere. */
export class Line implements AsyncDisposable {
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  #target: URL | undefined;
  #trouble: Trouble | null = null;
  #isRefusing = false;

  protected constructor(server: Server) {
    this.#server = server;
    server.on("connection", (client) => this.#join(client));
  }

  static async open(): Promise<Line> {
    return new Line(await Line.listening());
  }

  protected static async listening(): Promise<Server> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return server;
  }

  /** From now on the line ends at the server of this address. */
  leadTo(url: string): void {
    this.#target = new URL(url);
  }

  /** The address of the server, as if it was at this end of the line. */
  get url(): string {
    const url = new URL(this.#target ?? "http://127.0.0.1");
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("the line is closed");
    url.port = String(address.port);
    return url.origin === "null" ? url.href : url.origin;
  }

  /** From now on there is this trouble on all connections, those too that begin during it. */
  disturb(trouble: Trouble): void {
    this.#trouble = trouble;
    if (trouble === "held") for (const { sockets } of this.#connections) for (const socket of sockets) socket.pause();
  }

  /** Ends the trouble: what was held arrives; connections that have lost something are cut, as neither end can go on there. */
  calm(): void {
    this.#trouble = null;
    for (const connection of this.#connections) {
      if (connection.hasLost) cut(connection);
      else for (const socket of connection.sockets) socket.resume();
    }
  }

  /** Cuts all connections; new ones are possible. */
  cut(): void {
    for (const connection of this.#connections) cut(connection);
  }

  /** Ends all connections and refuses new ones, until `admit`. Resolves when the other sides have ended theirs. */
  async refuse(): Promise<void> {
    this.#isRefusing = true;
    const sockets = [...this.#connections].flatMap((connection) => connection.sockets);
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.end().on("close", resolve))));
  }

  admit(): void {
    this.#isRefusing = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Returns what watches the bytes of a new connection. */
  protected watch(): Watch {
    return { toServer: () => false, toClient: () => false };
  }

  #join(client: Socket): void {
    if (this.#isRefusing || this.#target === undefined) {
      client.destroy();
      return;
    }
    const server = connect(Number(this.#target.port), this.#target.hostname);
    const connection = { sockets: [client, server], hasLost: false };
    this.#connections.add(connection);
    const watch = this.watch();
    const pass = (data: Buffer, to: Socket, isCut: boolean, isLost: boolean) => {
      if (isCut) cut(connection);
      else if (isLost) connection.hasLost = true;
      else to.write(data);
    };
    client.on("data", (data) => pass(data, server, watch.toServer(data), this.#trouble === "lost"));
    server.on("data", (data) => {
      pass(data, client, watch.toClient(data), this.#trouble === "lost" || this.#trouble === "answers lost");
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.setNoDelay(true).on("error", () => cut(connection));
      // What came before the end still arrives.
      socket.on("close", () => {
        other.destroySoon();
        // The other end may have a peer that reads no more; it is known until it has ended, so that it can be cut.
        if (other.closed) this.#connections.delete(connection);
      });
      if (this.#trouble === "held") socket.pause();
    }
  }
}

function cut({ sockets }: Connection): void {
  for (const socket of sockets) socket.destroy();
}
