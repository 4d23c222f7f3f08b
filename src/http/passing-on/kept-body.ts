import { IncomingMessage } from "node:http";

/** Takes the bytes of a body. It is destroyed if the client leaves before the end of the body. */
interface Sink {
  write(bytes: Buffer): unknown;
  end(): unknown;
  destroy(): unknown;
}

/**
 * The body of a request, read while it is passed on and kept until a response begins, so that it can be sent again. Beyond
 * its limit nothing more is kept or sent: the process that gets this much refuses it.
 */
export class KeptBody {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isWhole = false;
  #isDropped = false;
  #sink: Sink | null = null;

  /** `read`: its bytes, if something has read them already. */
  constructor(raw: IncomingMessage, read: Buffer | null, limitBytes: number) {
    if (read !== null) this.#chunks.push(read);
    this.#isWhole = read !== null || raw.readableEnded;
    if (this.#isWhole) return;
    raw.on("data", (bytes: Buffer) => {
      if (this.#isDropped || this.#bytes > limitBytes) return;
      this.#bytes += bytes.length;
      this.#chunks.push(bytes);
      this.#sink?.write(bytes);
    });
    raw.once("end", () => {
      this.#isWhole = true;
      if (this.#bytes <= limitBytes) this.#sink?.end();
    });
    raw.once("close", () => {
      if (!this.#isWhole) this.#sink?.destroy();
    });
  }

  /** Sends the whole body, as far as it has come and then as it comes, and nothing more to an earlier sink. */
  sendTo(sink: Sink): void {
    this.#sink = sink;
    for (const bytes of this.#chunks) sink.write(bytes);
    if (this.#isWhole) sink.end();
  }

  /** Forgets the body; what still comes of it is discarded. */
  drop(): void {
    this.#isDropped = true;
    this.#sink = null;
    this.#chunks = [];
  }
}

/** Returns a request that the server can handle once more, although its body was read. */
export function repeated(raw: IncomingMessage, body: KeptBody): IncomingMessage {
  const again = new IncomingMessage(raw.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = raw;
  Object.assign(again, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  // Its bytes do not come from the connection.
  again._read = () => undefined;
  body.sendTo({
    write: (bytes) => again.push(bytes),
    end: () => {
      again.complete = true;
      again.push(null);
    },
    destroy: () => again.destroy(),
  });
  return again;
}
