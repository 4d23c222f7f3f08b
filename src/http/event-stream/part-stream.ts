import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** How often a quiet stream sends a comment, so that proxies do not close the connection. */
export const keepAliveMs = 15_000;

/** A comment of an event stream, which clients ignore. */
const keepAlive = ": keep-alive\n\n";

/** Returns what a quiet stream sends instead of a comment. */
export type Heartbeat = () => Promise<string>;

/** Produces the parts of an event stream until the signal is aborted. */
export type Parts = (signal: AbortSignal) => AsyncIterable<string | Buffer>;

/**
 * An event stream that reads the next part only when the client has taken the previous ones. It begins with a comment,
 * so that the client sees at once that it is open. It ends after the last part, or when a part cannot be read.
 */
export class PartStream extends Readable {
  readonly #ended = new AbortController();
  readonly #parts: AsyncIterator<string | Buffer>;
  readonly #onTrouble: (error: unknown) => void;
  readonly #beat: NodeJS.Timeout;
  readonly #heartbeat: Heartbeat;
  #isReading = false;
  #isQuiet = true;

  constructor(
    parts: Parts,
    onTrouble: (error: unknown) => void,
    everyMs = keepAliveMs,
    heartbeat: Heartbeat = async () => keepAlive,
  ) {
    // Reads one part ahead, whatever its length.
    super({ highWaterMark: 1 });
    this.#parts = parts(this.#ended.signal)[Symbol.asyncIterator]();
    this.#onTrouble = onTrouble;
    this.#heartbeat = heartbeat;
    this.#beat = setInterval(() => void this.#stayAlive(), everyMs).unref();
    this.push(keepAlive);
  }

  /** Ends the stream in order; no further part is read. */
  finish(): void {
    if (this.#ended.signal.aborted) return;
    this.#stop();
    this.push(null);
  }

  override _read(): void {
    if (this.#isReading || this.#ended.signal.aborted) return;
    this.#isReading = true;
    void this.#readPart();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stop();
    done(error);
  }

  async #readPart(): Promise<void> {
    try {
      const { done, value } = await this.#parts.next();
      this.#isReading = false;
      if (done === true) return this.finish();
      this.#isQuiet = false;
      if (!this.#ended.signal.aborted) this.push(value);
    } catch (error) {
      this.#onTrouble(error);
      this.finish();
    }
  }

  #stop(): void {
    clearInterval(this.#beat);
    this.#ended.abort();
    // A part that is still being read is dropped; its errors no longer matter.
    this.#parts.return?.().catch(() => undefined);
  }

  async #stayAlive(): Promise<void> {
    const isQuiet = this.#isQuiet && this.readableLength === 0;
    this.#isQuiet = true;
    if (!isQuiet) return;
    // What ends the heartbeat ends the parts too, and they report it.
    const text = await this.#heartbeat().catch(() => keepAlive);
    if (!this.#ended.signal.aborted) this.push(text);
  }
}

/** The open streams of a server. They end with it. */
export class OpenStreams {
  readonly #responses = new Map<PartStream, ServerResponse>();

  add(stream: PartStream, response: ServerResponse): void {
    this.#responses.set(stream, response);
    stream.once("close", () => this.#responses.delete(stream));
  }

  /** Ends all streams at once, without waiting for clients that do not read. */
  end(): void {
    for (const [stream, response] of this.#responses) {
      if (response.writableLength > 0) response.destroy();
      else stream.finish();
    }
  }
}
