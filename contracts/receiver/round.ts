import { setTimeout as wait } from "node:timers/promises";
import { NotJudged } from "../clauses/judging.ts";
import { Forwarder, type NoAnswer } from "../target/forward.ts";
import type { Call } from "../trace/trace.ts";
import { type Expectation, headersOf, type ReceiverDelivery } from "./delivery.ts";
import type { Drafts } from "./drafts.ts";
import { type Posted, responseText, shownPath } from "./posted.ts";

export interface Addressee {
  readonly url: URL;
  /** What a gateway in front of the receiver needs. */
  readonly headers: Readonly<Record<string, string>>;
  readonly answerMs: number;
  /** A late response still tells something: how long the check waits for it. */
  readonly patienceMs: number;
  /** Between the pieces of a delivery, so that the receiver reads them one by one. */
  readonly pauseMs: number;
  /** How long a receiver that broke down has to come back. */
  readonly returnMs: number;
}

/** More of a response's body is not kept. No secret has as many characters as are cut from its end. */
const MAX_BODY_BYTES = 24 * 1024;
const CUT_CHARACTERS = 4 * 1024;

/** The deliveries of a check: sends them, and keeps all of them with the responses. It repeats and follows nothing. */
export class Round implements AsyncDisposable {
  readonly posted: Posted[] = [];
  /** Why nothing more can be sent, once the receiver does not respond any more. */
  gone: string | undefined;
  readonly addressee: Addressee;
  readonly #forwarder: Forwarder;
  /** Sequential deliveries use the same connection, as long as the receiver keeps it. */
  readonly #keptForwarder: Forwarder;
  readonly #drafts: Drafts;

  constructor(addressee: Addressee, drafts: Drafts) {
    const limits = { answerMs: addressee.patienceMs, keptBytes: MAX_BODY_BYTES };
    this.addressee = addressee;
    this.#forwarder = new Forwarder(addressee.url.origin, false, limits);
    this.#keptForwarder = new Forwarder(addressee.url.origin, true, limits);
    this.#drafts = drafts;
  }

  /** Whether deliveries should not wait for each other, because many responses are late. */
  get isSlow(): boolean {
    return this.posted.filter(({ isLate }) => isLate).length >= 2;
  }

  /** Sends a delivery. Throws `NotJudged` when the receiver did not come back after an earlier one. */
  async send(delivery: ReceiverDelivery, clause: string, expected: Expectation): Promise<Posted> {
    if (this.gone !== undefined) throw new NotJudged(this.gone);
    const posted = await this.attempt(delivery, clause, expected);
    // A receiver that is only late is there.
    if ("failure" in posted.answer && !posted.isLate) await this.#waitForReturn(posted, clause);
    return posted;
  }

  /** Does the same without waiting for a receiver that is not there. */
  async attempt(
    delivery: ReceiverDelivery,
    clause: string,
    expected: Expectation,
    onHead?: () => void,
  ): Promise<Posted> {
    const { url, answerMs, pauseMs } = this.addressee;
    const headers = headersOf(delivery, this.addressee.headers);
    const passed = {
      ...{ method: "POST", path: url.pathname + url.search, headers, body: Buffer.from(delivery.body) },
      ...(delivery.cutAt !== undefined && { pieces: { cutAt: delivery.cutAt, pauseMs } }),
      ...(onHead && { onHead }),
    };
    const askedAt = Date.now();
    const start = performance.now();
    const answer = await (delivery.isOnSameConnection ? this.#keptForwarder : this.#forwarder).send(passed);
    const durationMs = performance.now() - start;
    const request = { method: "POST", path: shownPath(url), members: {}, text: delivery.body, headers };
    const times = { askedAt, answeredAt: askedAt + Math.round(durationMs) };
    const call = { ...unknownAccount, story: clause, request, ...times, ...responseOf(answer) };
    const posted = { delivery, expected, call, answer, durationMs, isLate: durationMs >= answerMs };
    this.posted.push(posted);
    return posted;
  }

  /** A receiver that broke down may be started again; one that stays away gets nothing more. */
  async #waitForReturn({ delivery }: Posted, clause: string): Promise<void> {
    const later = await this.untilAnswered(clause, "recognised");
    if ("failure" in later.answer)
      this.gone = `Since ${delivery.what} for ${clause}, the receiver does not respond any more: ${responseText(later)}.`;
  }

  /** Sends plain deliveries until one is answered, late or not, or it is of no use to go on. Returns the last one. */
  async untilAnswered(clause: string, expected: Expectation): Promise<Posted> {
    const { returnMs } = this.addressee;
    const end = performance.now() + returnMs;
    for (;;) {
      const posted = await this.attempt(this.#drafts.plain(), clause, expected);
      const { answer, isLate } = posted;
      if ("status" in answer || isLate || answer.isOfTls || performance.now() >= end) return posted;
      await wait(Math.min(100, returnMs));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#forwarder.close(), this.#keptForwarder.close()]);
  }
}

const unknownAccount = { kind: "call", account: "", credential: "none", operationId: undefined } as const;

function responseOf(answer: Awaited<ReturnType<Forwarder["send"]>> | NoAnswer): Pick<Call, "response" | "failure"> {
  if ("failure" in answer) return { response: undefined, failure: answer.reason };
  const { status, headers, body, isCut } = answer;
  const text = isCut ? `${body.toString().slice(0, -CUT_CHARACTERS)}…` : body.toString();
  return { response: { status, headers, text, json: undefined } };
}
