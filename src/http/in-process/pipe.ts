import type { Server } from "node:http";
import { Socket } from "node:net";
import type { buildConnector } from "undici";

/**
 * Connects to a server of this process without a socket of the system, and returns the client's end. What is sent is HTTP
 * all the same, so that connections end, break and wait as they do between machines.
 */
export function connectPipe(server: Server): Socket {
  const [client, connection] = PipeEnd.pair();
  server.emit("requestCert" in server ? "secureConnection" : "connection", connection);
  return client;
}

/** Returns a connector for undici that does the same. */
export function pipeConnector(server: Server): buildConnector.connector {
  return (_options, callback) => queueMicrotask(() => callback(null, connectPipe(server)));
}

/** One end of a connection within the process. It is a `Socket` without a handle, so that servers and clients take it for one. */
class PipeEnd extends Socket {
  #other: PipeEnd | null = null;
  /** Called when what was written has been read. */
  #onTaken: (() => void) | null = null;

  /** As between machines, a client that keeps its end for later closes it when the server has closed its own. */
  static pair() {
    const [client, connection] = [new PipeEnd({ allowHalfOpen: false }), new PipeEnd({ allowHalfOpen: true })];
    [client.#other, connection.#other] = [connection, client];
    return [client, connection] as const;
  }

  override _read(): void {
    this.#other?.taken();
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    this._writev([{ chunk, encoding }], done);
  }

  override _writev(parts: readonly { chunk: Buffer | string; encoding: BufferEncoding }[], done: () => void): void {
    const taken = parts.map(({ chunk, encoding }) => this.#other?.push(chunk, encoding));
    if (taken.includes(false)) this.#onTaken = done;
    else done();
  }

  override _final(done: () => void): void {
    this.#other?.push(null);
    done();
  }

  /** What was sent can still be read at the other end, and what is written there goes nowhere. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const other = this.#other;
    this.#other = null;
    this.taken();
    if (other !== null) {
      other.#other = null;
      other.taken();
      if (!other.readableEnded) other.push(null);
    }
    super._destroy(error, done);
  }

  override resetAndDestroy(): this {
    this.#other?.destroy(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
    return this.destroy();
  }

  // Nothing of the system would keep the process alive.
  override ref(): this {
    return this;
  }

  override unref(): this {
    return this;
  }

  taken(): void {
    const onTaken = this.#onTaken;
    this.#onTaken = null;
    onTaken?.();
  }
}
