import { once } from "node:events";
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { lengthHeader, relayedHeaders } from "../../../src/http/passing-on/relayed-headers.ts";
import type { Upstream } from "./upstream.ts";

/** What became of a request that was passed on. */
export interface Passing {
  readonly askedAt: number;
  readonly endedAt: number;
  /** The request's body; undefined where it is not whole, or too large to be kept. */
  readonly sent: Buffer | undefined;
  /** The head of the response, as far as one came. */
  readonly incoming: IncomingMessage | undefined;
  /** Its body as far as it came; undefined where it is too large to be kept. */
  readonly came: Buffer | undefined;
  /** Why the response is not whole; absent where it is. `status` is the one that says so to the client. */
  readonly failure?: { readonly reason: string; readonly status: 502 | 504 };
}

export interface Way {
  readonly upstream: Upstream;
  /** At the target, with its query. */
  readonly path: string;
  /** A target that sends nothing for this long has failed. */
  readonly silenceMs: number;
}

/** Larger bodies are passed on, but not kept. */
export const MAX_KEPT_BYTES = 1024 * 1024;

/**
 * Passes a request on and its response back, streaming. Returns undefined when the client has left. Whatever else goes
 * wrong is a failure of the target; the caller ends the response then.
 */
export async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { upstream, path, silenceMs }: Way,
): Promise<Passing | undefined> {
  const askedAt = Date.now();
  const sent = new Kept(request);
  let [incoming, came]: [IncomingMessage?, Kept?] = [];
  let [isSilent, hasLeft] = [false, false];
  try {
    const headers = ["Host", upstream.host, ...relayedHeaders(request.rawHeaders, "host"), ...lengthHeader(request)];
    const outgoing = upstream.request({ method: request.method ?? "GET", path, headers, ...HEADER_LIMITS });
    outgoing.maxHeadersCount = 0;
    outgoing.setTimeout(silenceMs, () => {
      isSilent = true;
      outgoing.destroy();
    });
    outgoing.on("information", (interim) => tellInterim(request, response, interim));
    outgoing.once("close", () => {
      // What the target does not take is still read: a client that cannot send does not read its response.
      request.unpipe(outgoing);
      request.resume();
    });
    response.once("close", () => {
      hasLeft ||= !response.writableFinished;
      outgoing.destroy();
    });
    request.pipe(outgoing);
    incoming = await answerTo(outgoing);
    came = new Kept(incoming);
    // How the body is divided into pieces depends on what the client can read.
    const answered = relayedHeaders(incoming.rawHeaders, "transfer-encoding");
    response.writeHead(incoming.statusCode ?? 0, phraseOf(incoming), answered);
    incoming.pipe(response);
    await once(incoming, "end");
  } catch (error) {
    if (hasLeft) return undefined;
    const reason = isSilent ? `it sent nothing for ${silenceMs / 1_000} s` : reasonOf(error);
    const failure = { reason, status: isSilent ? (504 as const) : (502 as const) };
    return { askedAt, endedAt: Date.now(), sent: sent.whole(request), incoming, came: came?.bytes(), failure };
  }
  return { askedAt, endedAt: Date.now(), sent: sent.whole(request), incoming, came: came.bytes() };
}

/** A limit of the proxy would be taken for one of the target. */
export const HEADER_LIMITS = { maxHeaderSize: 256 * 1024 };

function answerTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const switched = new Error("it switched protocols (101), which the request did not ask for");
    outgoing.once("response", (incoming) => (incoming.statusCode === 101 ? reject(switched) : resolve(incoming)));
    outgoing.once("upgrade", (_, socket) => {
      socket.destroy();
      reject(switched);
    });
    // A connection may also break after the response has begun, and an error without a listener ends the program.
    outgoing.on("error", reject);
    outgoing.once("close", () => reject(new Error("it ended the connection without a response")));
  });
}

/** Interim responses are passed on (RFC 9110, 15.2) to clients that know them and read what they get. */
function tellInterim(
  request: IncomingMessage,
  { socket, headersSent }: ServerResponse,
  interim: http.InformationEvent,
) {
  const isReading = socket !== null && !socket.writableNeedDrain;
  if (request.httpVersion !== "1.1" || headersSent || !isReading || interim.statusCode === 101) return;
  const fields = relayedHeaders(interim.rawHeaders).map((part, at) => part + (at % 2 === 0 ? ": " : "\r\n"));
  const phrase = http.STATUS_CODES[interim.statusCode] ?? "";
  socket.write(`HTTP/1.1 ${interim.statusCode} ${phrase}\r\n${fields.join("")}\r\n`, "latin1");
}

/** No server may send control characters in a reason phrase, and no client needs one. */
function phraseOf({ statusMessage = "" }: IncomingMessage): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage) ? statusMessage : "";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || String(Reflect.get(error, "code")) : String(error);
}

/** Keeps what passes, up to a limit. */
class Kept {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(stream: IncomingMessage) {
    stream.on("data", (chunk: Buffer) => {
      this.#length += chunk.length;
      if (this.#length <= MAX_KEPT_BYTES) this.#chunks.push(chunk);
      else this.#chunks.length = 0;
    });
  }

  /** Returns undefined where more came than is kept. */
  bytes(): Buffer | undefined {
    return this.#length <= MAX_KEPT_BYTES ? Buffer.concat(this.#chunks) : undefined;
  }

  /** Returns undefined also where less came than was announced. */
  whole({ complete }: IncomingMessage): Buffer | undefined {
    return complete ? this.bytes() : undefined;
  }
}
