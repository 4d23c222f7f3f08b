import { Agent, request } from "undici";

/** The control plane of a sandbox answers here, without a key. */
export const healthPath = "/sandbox/health";

export interface Passed {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What the target has answered, as it came. */
export interface TargetAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** No answer: the target cannot be reached at all, or took the request and gave none. */
export interface NoAnswer {
  readonly failure: "unreachable" | "no-answer";
  readonly reason: string;
}

/** Of these, nothing of the request has reached the target. */
const beforeTheRequest = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "CERT_HAS_EXPIRED",
];

/** A deployment answers within this; only what a control plane is asked for may take longer. */
const usualLimits = { answerMs: 30_000, controlAnswerMs: 10 * 60_000 };

/** More than this is no answer of the interface. */
const mostBytes = 32 * 1024 * 1024;

/** Sends requests to the target, as they are and once: nothing is followed, nothing repeated. */
export class Forwarder {
  readonly #base: URL;
  readonly #agent: Agent;
  readonly #limits: typeof usualLimits;

  /**
   * `url`: of the target, with what its paths are relative to. Only a sandbox is known to keep its connections: elsewhere
   * one that is used again may just have been closed, and a request on it would seem to be lost.
   */
  constructor(url: string, keepsConnections = false, limits = usualLimits) {
    this.#base = new URL(url);
    this.#limits = limits;
    const connections = keepsConnections ? {} : { pipelining: 0 };
    this.#agent = new Agent({ connect: { timeout: 10_000 }, maxResponseSize: mostBytes, ...connections });
  }

  async send(passed: Passed): Promise<TargetAnswer | NoAnswer> {
    const timeoutMs = this.#isSlow(passed.path) ? this.#limits.controlAnswerMs : this.#limits.answerMs;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await this.#asked(passed, timeoutMs, signal);
    } catch (error) {
      if (signal.aborted) return { failure: "no-answer", reason: `no answer came within ${timeoutMs / 1_000} s` };
      return noAnswer(error);
    }
  }

  async #asked({ method, path, headers, body }: Passed, timeoutMs: number, signal: AbortSignal): Promise<TargetAnswer> {
    const answer = await request(this.#base.origin + this.#base.pathname.replace(/\/+$/, "") + path, {
      dispatcher: this.#agent,
      method: method as "GET",
      headers: { "user-agent": "saldo-contract", ...headers },
      body: body.length === 0 ? null : body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      // Of the whole answer: one that comes in small pieces for ever is none.
      signal,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const single = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return { status: answer.statusCode, headers: Object.fromEntries(single), body: bytes };
  }

  /** A control plane answers when all is done that it was asked for, but tells at once that it is there. */
  #isSlow(path: string): boolean {
    return path.startsWith("/sandbox/") && path !== healthPath;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

function noAnswer(error: unknown): NoAnswer {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const message = cause instanceof Error ? cause.message : String(cause);
  // A network may also break down when the request has been sent.
  const isWhileConnecting = !(cause instanceof Error && "syscall" in cause) || cause.syscall !== "read";
  const failure = beforeTheRequest.includes(code) && isWhileConnecting ? "unreachable" : "no-answer";
  return { failure, reason: `no answer came: ${message || code}` };
}
