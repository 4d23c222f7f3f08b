import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";
import { decoded } from "../../src/report/content-coding.ts";

/** The control plane of a sandbox answers here, without a key. */
export const healthPath = "/sandbox/health";

export interface Passed {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Where it is cut, in bytes, so that it goes out in pieces with pauses between them; in one, where nothing is said. */
  readonly pieces?: { readonly cutAt: readonly number[]; readonly pauseMs: number };
  /** Is called when the head of the answer has come; of such an answer nothing more is read. */
  readonly onHead?: () => void;
}

/** What the target has answered, as it came, but for codings of its body. */
export interface TargetAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether there was more of the body than is kept. */
  readonly isCut?: true;
}

/** No answer: the target cannot be reached at all, or took the request and gave none. */
export interface NoAnswer {
  readonly failure: "unreachable" | "no-answer";
  readonly reason: string;
  /** Whether it is TLS that failed, which time does not change. */
  readonly isOfTls?: true;
}

/** With these, nothing of the request has reached the target. */
const beforeTheRequest = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** With these, too: a certificate comes before anything is sent. */
const untrusted = /SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;

const unfit = /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/;

interface Limits {
  /** By default what a deployment needs at most; only what a control plane is asked for may take longer. */
  readonly answerMs?: number;
  readonly keptBytes?: number;
}

/** More than this is no answer of the interface. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

const USUAL_ANSWER_MS = 30_000;
const CONTROL_ANSWER_MS = 10 * 60_000;

/** Sends requests to the target, as they are and once: nothing is repeated, and nothing followed unless that is asked for. */
export class Forwarder {
  readonly #base: URL;
  readonly #agent: Agent;
  readonly #limits: Limits;
  /** Where requests were redirected to, by their methods and paths. */
  readonly #followed = new Map<string, string>();

  /**
   * `url`: of the target, with what its paths are relative to. Only a sandbox is known to keep its connections: elsewhere
   * one that is used again may just have been closed, and a request on it would seem to be lost.
   */
  constructor(url: string, keepsConnections = false, limits: Limits = {}) {
    this.#base = new URL(url);
    this.#limits = limits;
    const connections = keepsConnections ? {} : { pipelining: 0 };
    // Without a delay, or pieces would be put together again on their way.
    const connect = { timeout: 10_000, noDelay: true };
    this.#agent = new Agent({ connect, maxResponseSize: MAX_BODY_BYTES, ...connections });
  }

  async send(passed: Passed): Promise<TargetAnswer | NoAnswer> {
    // A control plane answers when all is done that it was asked for, but tells at once that it is there.
    const isSlow = passed.path.startsWith("/sandbox/") && passed.path !== healthPath;
    const timeoutMs = this.#limits.answerMs ?? (isSlow ? CONTROL_ANSWER_MS : USUAL_ANSWER_MS);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await this.#asked(passed, timeoutMs, signal);
    } catch (error) {
      if (signal.aborted) return { failure: "no-answer", reason: `no answer came within ${timeoutMs / 1_000} s` };
      return noAnswer(error);
    }
  }

  /**
   * Sends a request, and once more where the target redirects it to the same path with a slash more or less at its end.
   * Method and body stay: nothing was done yet. No other redirect is followed.
   */
  async follow(passed: Passed): Promise<TargetAnswer | NoAnswer> {
    const [path = "", query = ""] = passed.path.split(/(?=\?)/);
    const key = `${passed.method} ${path}`;
    const known = this.#followed.get(key);
    if (known !== undefined) return this.send({ ...passed, path: known + query });
    const answer = await this.send(passed);
    const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    if ("failure" in answer || ![301, 302, 307, 308].includes(answer.status)) return answer;
    const target = URL.parse(answer.headers.location ?? "", this.#urlOf(path));
    if (target === null || target.origin + target.pathname !== this.#urlOf(other)) return answer;
    this.#followed.set(key, other);
    return this.send({ ...passed, path: other + query });
  }

  /** Whether a redirect was followed. */
  get hasFollowed(): boolean {
    return this.#followed.size > 0;
  }

  #urlOf(path: string): string {
    return this.#base.origin + this.#base.pathname.replace(/\/+$/, "") + path;
  }

  async #asked(passed: Passed, timeoutMs: number, signal: AbortSignal): Promise<TargetAnswer> {
    const { method, path, body, pieces } = passed;
    const answer = await request(this.#urlOf(path), {
      dispatcher: this.#agent,
      method: method as "GET",
      headers: headersOf(passed),
      body: body.length === 0 ? null : pieces === undefined ? body : Readable.from(piecesOf(body, pieces)),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      // The time is that of the whole answer: one that comes in small pieces for ever is none.
      signal,
    });
    const single = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    if (passed.onHead !== undefined) {
      passed.onHead();
      answer.body.on("error", () => {}).destroy();
      return { status: answer.statusCode, headers: Object.fromEntries(single), body: Buffer.alloc(0) };
    }
    const { keptBytes = MAX_BODY_BYTES } = this.#limits;
    const kept = await beginningOf(answer.body, keptBytes);
    const plain = decoded(kept.body, answer.headers["content-encoding"]?.toString(), keptBytes);
    // What cannot be decoded stays as it came, and is no JSON then.
    const shown = "bytes" in plain ? plain.bytes : kept.body;
    return { status: answer.statusCode, headers: Object.fromEntries(single), ...kept, body: shown };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Names of headers mean the same in any case, and each goes out once. */
function headersOf({ headers, body, pieces }: Passed): Record<string, string> {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === "user-agent");
  return {
    ...(!isNamed && { "user-agent": "saldo-contract" }),
    ...headers,
    // What comes piece by piece does not tell by itself how much it is.
    ...(pieces !== undefined && { "content-length": String(body.length) }),
  };
}

async function* piecesOf(body: Buffer, { cutAt, pauseMs }: NonNullable<Passed["pieces"]>): AsyncIterable<Buffer> {
  const ends = [...cutAt, body.length];
  for (const [at, end] of ends.entries()) {
    if (at > 0) await wait(pauseMs);
    yield body.subarray(at === 0 ? 0 : ends[at - 1], end);
  }
}

/** All is read, for an answer is one only when it ends, but no more is kept than this. */
async function beginningOf(
  stream: AsyncIterable<Buffer>,
  keptBytes: number,
): Promise<Pick<TargetAnswer, "body" | "isCut">> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    if (bytes < keptBytes) kept.push(chunk.subarray(0, keptBytes - bytes));
    bytes += chunk.length;
  }
  return { body: Buffer.concat(kept), ...(bytes > keptBytes && { isCut: true as const }) };
}

function noAnswer(error: unknown): NoAnswer {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const message = cause instanceof Error ? cause.message : String(cause);
  const ofTls = tlsReason(code, message);
  if (ofTls !== undefined) return { failure: "unreachable", reason: `no answer came: ${ofTls}`, isOfTls: true };
  // A network may also break down when the request has been sent.
  const isWhileConnecting = !(cause instanceof Error && "syscall" in cause) || cause.syscall !== "read";
  const failure = beforeTheRequest.test(code) && isWhileConnecting ? "unreachable" : "no-answer";
  return { failure, reason: `no answer came: ${message || code}` };
}

/** Why TLS was not spoken, as far as that was the reason. */
function tlsReason(code: string, message: string): string | undefined {
  if (untrusted.test(code)) {
    return `its certificate is of no authority that is trusted here (${code}); one of your own is trusted with NODE_EXTRA_CA_CERTS=<file>`;
  }
  if (unfit.test(code)) return `its certificate is not valid for it (${code}): ${message}`;
  // What comes in the place of TLS is read as if it were some.
  const isPlain = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|HTTP_REQUEST)$/.test(code);
  return isPlain || /wrong version number|packet length too long/.test(message)
    ? "what answers there does not speak TLS; is its address one with http://?"
    : undefined;
}
