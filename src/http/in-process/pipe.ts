import type { Server } from "node:http";
import { Socket } from "node:net";
import type { buildConnector } from "undici";

/**
 * Connects to a server of this process without a socket of the system, and returns the client's end. What is sent is HTTP
 * all the same, so that connections end, break and wait as they do between machines.
 */
export function connectPipe(server: Server): Socket {
  // As between machines: a client that keeps its end for later closes it when the server has closed its own.
  const client = new PipeEnd({ allowHalfOpen: false });
  const connection = new PipeEnd({ allowHalfOpen: true });
  client.join(connection);
  connection.join(client);
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

  join(other: PipeEnd): void {
    this.#other = other;
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

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const other = this.#other;
    this.#other = null;
    this.taken();
    other?.ended();
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

  /** The other end is closed: what it has sent can still be read, and what is written goes nowhere. */
  ended(): void {
    this.#other = null;
    this.taken();
    if (!this.readableEnded) this.push(null);
  }
}
