import { Forwarder } from "../target/forward.ts";
import type { Call } from "../trace/trace.ts";
import { type Delivery, type Expectation, headersOf } from "./delivery.ts";

/** A delivery that was sent, and what the receiver made of it. */
export interface Posted {
  readonly delivery: Delivery;
  readonly expected: Expectation;
  /** For the evidence of the clause that it was sent for. */
  readonly call: Call;
  readonly answer: Answer;
  readonly durationMs: number;
  /** Whether the response was not complete when its time was over. */
  readonly isLate: boolean;
}

export type Answer =
  | { readonly status: number }
  /** `isHopeless`: time does not fix it, as with TLS. */
  | {
      readonly status: undefined;
      readonly reason: string;
      readonly isUnreachable: boolean;
      readonly isHopeless: boolean;
    };

export interface Addressee {
  readonly url: URL;
  /** What a gateway in front of the receiver needs. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time limit of a response. */
  readonly answerMs: number;
  /** Between the pieces of a delivery, so that the receiver reads them one by one. */
  readonly pauseMs: number;
}

/** A late response still tells something: it is waited for until this multiple of its time limit. */
const PATIENCE = 3;

/** More of a response's body is not kept. No secret has as many characters as are cut from its end. */
const MAX_BODY_BYTES = 24 * 1024;
const CUT_CHARACTERS = 4 * 1024;

/** Posts deliveries. It follows no redirect and repeats nothing. */
export class Posting {
  readonly #addressee: Addressee;
  readonly #forwarder: Forwarder;

  /** `keepsConnections`: sequential deliveries use the same connection, as long as the receiver keeps it. */
  constructor(addressee: Addressee, keepsConnections = false) {
    const patienceMs = PATIENCE * addressee.answerMs;
    this.#addressee = addressee;
    this.#forwarder = new Forwarder(addressee.url.origin, keepsConnections, {
      answerMs: patienceMs,
      controlAnswerMs: patienceMs,
      keptBytes: MAX_BODY_BYTES,
    });
  }

  /** `clause`: what it is sent for. */
  async send(delivery: Delivery, clause: string, expected: Expectation): Promise<Posted> {
    const { url, headers, answerMs, pauseMs } = this.#addressee;
    const { cutAt } = delivery;
    const sent = headersOf(delivery, headers);
    const pieces = cutAt !== undefined && { pieces: { cutAt, pauseMs } };
    const askedAt = Date.now();
    const start = performance.now();
    const path = url.pathname + url.search;
    const body = Buffer.from(delivery.body);
    const answer = await this.#forwarder.send({ method: "POST", path, headers: sent, body, ...pieces });
    const durationMs = performance.now() - start;
    const request = { method: "POST", path: shownPath(url), members: {}, text: delivery.body, headers: sent };
    const call = { ...unknownAccount, story: clause, request, askedAt, answeredAt: askedAt + Math.round(durationMs) };
    const posted = { delivery, expected, durationMs, isLate: durationMs >= answerMs };
    if ("failure" in answer) {
      const { failure, reason, isOfTls = false } = answer;
      const none = { status: undefined, reason, isUnreachable: failure === "unreachable", isHopeless: isOfTls };
      return { ...posted, answer: none, call: { ...call, response: undefined, failure: reason } };
    }
    const text = answer.isCut ? `${answer.body.toString().slice(0, -CUT_CHARACTERS)}…` : answer.body.toString();
    const response = { status: answer.status, headers: answer.headers, text, json: undefined };
    return { ...posted, answer: { status: answer.status }, call: { ...call, response } };
  }

  close(): Promise<void> {
    return this.#forwarder.close();
  }
}

const unknownAccount = { kind: "call", account: "", credential: "none", operationId: undefined } as const;

/** Returns the path of an address without its query, which may open a gateway. */
export function shownPath({ pathname, search }: URL): string {
  return search === "" ? pathname : `${pathname}?…`;
}

export function isAcknowledged({ answer: { status } }: Pick<Posted, "answer">): boolean {
  return status !== undefined && Math.floor(status / 100) === 2;
}

/** Says what the receiver did, within a sentence. */
export function answerText({ answer }: Pick<Posted, "answer">): string {
  // The text of a library may have several lines.
  if (answer.status === undefined) return answer.reason.replaceAll(/\s+/g, " ").trim();
  const isRedirect = Math.floor(answer.status / 100) === 3;
  return isRedirect ? `answered ${answer.status}, a redirect, which nobody follows` : `answered ${answer.status}`;
}
