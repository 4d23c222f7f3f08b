import { setTimeout as wait } from "node:timers/promises";
import { NotJudged } from "../clauses/judging.ts";
import type { Delivery, Expectation } from "./delivery.ts";
import type { Drafts } from "./drafts.ts";
import { type Addressee, answerText, type Posted, Posting } from "./posting.ts";

/** The deliveries of a check: sends them, and keeps all of them with the responses. */
export class Round implements AsyncDisposable {
  readonly posted: Posted[] = [];
  /** Why nothing more can be sent, once the receiver does not respond any more. */
  gone: string | undefined;
  readonly #posting: Posting;
  readonly #keptPosting: Posting;
  readonly #drafts: Drafts;
  readonly #returnMs: number;

  /** `returnMs`: how long a receiver that broke down has to come back. */
  constructor(addressee: Addressee, drafts: Drafts, returnMs: number) {
    this.#posting = new Posting(addressee);
    this.#keptPosting = new Posting(addressee, true);
    this.#drafts = drafts;
    this.#returnMs = returnMs;
  }

  /** Whether so many responses are late that deliveries should not wait for each other. */
  get isSlow(): boolean {
    return this.posted.filter(({ isLate }) => isLate).length >= 2;
  }

  /** Sends a delivery without waiting for a receiver that is not there. */
  async attempt(delivery: Delivery, clause: string, expected: Expectation, isKept = false): Promise<Posted> {
    const posted = await (isKept ? this.#keptPosting : this.#posting).send(delivery, clause, expected);
    this.posted.push(posted);
    return posted;
  }

  /** Sends a delivery. Throws `NotJudged` when the receiver did not come back after an earlier one. */
  async send(delivery: Delivery, clause: string, expected: Expectation, isKept = false): Promise<Posted> {
    if (this.gone !== undefined) throw new NotJudged(this.gone);
    const posted = await this.attempt(delivery, clause, expected, isKept);
    if (posted.answer.status === undefined) await this.#waitForReturn(posted, clause);
    return posted;
  }

  /** Somebody may start a receiver again that broke down; one that stays away gets nothing more. */
  async #waitForReturn({ delivery }: Posted, clause: string): Promise<void> {
    const end = performance.now() + this.#returnMs;
    for (;;) {
      const later = await this.attempt(this.#drafts.plain(), clause, "recognised");
      if (later.answer.status !== undefined) return;
      if (performance.now() >= end) {
        this.gone = `Since ${delivery.what} for ${clause}, the receiver does not respond any more: ${answerText(later)}.`;
        return;
      }
      await wait(Math.min(100, this.#returnMs));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#posting.close(), this.#keptPosting.close()]);
  }
}
