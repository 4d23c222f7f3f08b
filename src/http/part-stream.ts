import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** How often something is sent when nothing comes, so that whoever stands between does not take the connection for dead. */
const keepAliveMs = 15_000;

/** A comment of an event stream, which clients ignore. */
const keepAlive = ": keep-alive\n\n";

/** What an event stream consists of, until the signal is aborted. */
export type Parts = (signal: AbortSignal) => AsyncIterable<string | Buffer>;

/**
 * An event stream whose parts are read only when those before have been taken. It begins with a comment, so that the client
 * sees at once that it is open, and ends with the parts, or when they cannot be read any more.
 */
export class PartStream extends Readable {
  readonly #ended = new AbortController();
  readonly #parts: AsyncIterator<string | Buffer>;
  readonly #onTrouble: (error: unknown) => void;
  readonly #beat: NodeJS.Timeout;
  #isReading = false;
  #isQuiet = true;

  constructor(parts: Parts, onTrouble: (error: unknown) => void, everyMs = keepAliveMs) {
    // One part is read ahead, however long it is.
    super({ highWaterMark: 1 });
    this.#parts = parts(this.#ended.signal)[Symbol.asyncIterator]();
    this.#onTrouble = onTrouble;
    this.#beat = setInterval(() => this.#stayAlive(), everyMs).unref();
    this.push(keepAlive);
  }

  /** Ends it in order: nothing more is read. */
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
    // What is being waited for is let go of when it comes; nobody is interested in how that ends.
    this.#parts.return?.().catch(() => undefined);
  }

  #stayAlive(): void {
    if (this.#isQuiet && this.readableLength === 0) this.push(keepAlive);
    this.#isQuiet = true;
  }
}

/** The streams of a server that are under way: its end is theirs. */
export class OpenStreams {
  readonly #responses = new Map<PartStream, ServerResponse>();

  add(stream: PartStream, response: ServerResponse): void {
    this.#responses.set(stream, response);
    stream.once("close", () => this.#responses.delete(stream));
  }

  /** Ends them at once. A client that does not take what was sent is not waited for. */
  end(): void {
    for (const [stream, response] of this.#responses) {
      if (response.writableLength > 0) response.destroy();
      else stream.finish();
    }
  }
}
