import { setTimeout as wait } from "node:timers/promises";
import { CouldNotRun } from "../run/verdict-error.ts";
import type { Drafts } from "./drafts.ts";
import type { Expectation, Letter } from "./letter.ts";
import { isAcknowledged, isAnswered, type Posted, type Posting } from "./posting.ts";

/** What the clauses of a run share. */
export interface Rounds {
  readonly drafts: Drafts;
  readonly posting: Posting;
  /** The same, on a connection that is kept. */
  readonly keptPosting: Posting;
  /** All letters of the run, with what came of them. */
  readonly posted: Posted[];
  /** How long a receiver that broke down has to come back. */
  readonly returnMs: number;
  /** Why nothing more can be sent, once the receiver is gone. */
  gone: string | undefined;
  /** Why clauses that build on the plain letter cannot run, if it is not acknowledged. */
  readonly notTaken: string | undefined;
}

/** What a clause works with: it sends letters, and gathers what speaks against the receiver. */
export class Visit {
  readonly rounds: Rounds;
  /** What came of letters, with what they were. */
  readonly #blamed = new Map<string, string[]>();
  readonly #faults: string[] = [];
  readonly #clause: string;
  readonly #takenBodies = new Set<string>();

  constructor(rounds: Rounds, clause: string) {
    this.rounds = rounds;
    this.#clause = clause;
  }

  /** What speaks against the receiver: sentences. The same of several letters is told once. */
  get faults(): readonly string[] {
    return [...[...this.#blamed].map(([fault, letters]) => `${listed(letters)}: ${fault}`), ...this.#faults];
  }

  fault(text: string): void {
    this.#faults.push(text);
  }

  get drafts(): Drafts {
    return this.rounds.drafts;
  }

  /** Sends a letter that must be acknowledged; a fault if it is not. */
  async acknowledged(letter: Letter, posting = this.rounds.posting): Promise<void> {
    const posted = await this.#post(letter, "acknowledged", posting);
    if (!isAcknowledged(posted)) this.blame([posted], "200 to 299 was expected");
    await this.#mustBeThere(posted);
  }

  /**
   * Sends a letter that must be refused; a fault if it is not. Of a receiver that does not take the same body when it is
   * signed rightly, a refusal tells nothing.
   * @throws CouldNotRun
   */
  async refused(letter: Letter, posting = this.rounds.posting): Promise<void> {
    const posted = await this.justRefused(letter, posting);
    if (!isAcknowledged(posted)) await this.#mustTakeBodyOf(letter);
  }

  /** The same, where it is known from elsewhere whether a refusal tells something. */
  async justRefused(letter: Letter, posting = this.rounds.posting): Promise<Posted> {
    const posted = await this.forged(letter, posting);
    if (isAcknowledged(posted) || "failure" in posted.answer) this.blame([posted], "a refusal was expected");
    await this.#mustBeThere(posted);
    return posted;
  }

  /** The same without a judgement. */
  forged(letter: Letter, posting = this.rounds.posting): Promise<Posted> {
    return this.#post(letter, "refused", posting);
  }

  /** Tells of letters what came of them, as faults. */
  blame(letters: readonly Posted[], expected: string): void {
    for (const posted of letters) {
      const fault = `${answerText(posted)}; ${expected}.`;
      const before = this.#blamed.get(fault) ?? [];
      if (!before.includes(posted.letter.what)) this.#blamed.set(fault, [...before, posted.letter.what]);
    }
  }

  async #post(letter: Letter, expected: Expectation, posting = this.rounds.posting): Promise<Posted> {
    if (this.rounds.gone !== undefined) throw new CouldNotRun("target", this.rounds.gone);
    const posted = await posting.send(letter, this.#clause, expected);
    this.rounds.posted.push(posted);
    return posted;
  }

  async #mustTakeBodyOf(letter: Letter): Promise<void> {
    if (this.#takenBodies.has(letter.body)) return;
    const twin = await this.#post(this.drafts.twinOf(letter), "acknowledged");
    await this.#mustBeThere(twin);
    if (!isAcknowledged(twin)) {
      const reason = `${twin.letter.what}: ${answerText(twin)}. So a refusal would tell nothing.`;
      throw new CouldNotRun("acknowledgement", reason);
    }
    this.#takenBodies.add(letter.body);
  }

  /** A receiver that breaks down may be started again by somebody; one that stays away is not asked any more. */
  async #mustBeThere({ letter, answer }: Posted): Promise<void> {
    if (!("failure" in answer)) return;
    const end = performance.now() + this.rounds.returnMs;
    for (;;) {
      const { answer: later } = await this.#post(this.drafts.plain(), "acknowledged");
      if (!("failure" in later)) return;
      if (performance.now() >= end) {
        this.rounds.gone = `Since ${letter.what} for ${this.#clause} the receiver does not answer any more: ${answerText({ answer: later })}.`;
        throw new CouldNotRun("target", this.rounds.gone);
      }
      await wait(Math.min(100, this.rounds.returnMs));
    }
  }
}

/** So many are named; the evidence has all. */
const mostNamed = 5;

function listed(letters: readonly string[]): string {
  const named = letters.length > mostNamed ? letters.slice(0, mostNamed - 1) : letters;
  const others = letters.length - named.length;
  const all = others > 0 ? [...named, `${others} others`] : named;
  return all.length === 1 ? all.join() : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** What came of a letter, within a sentence. */
export function answerText({ answer }: Pick<Posted, "answer">): string {
  // What a library says may have lines.
  if ("failure" in answer) return answer.reason.replaceAll(/\s+/g, " ").trim();
  return isAnswered({ answer }, "3xx")
    ? `answered ${answer.status}, a redirect, which nobody follows`
    : `answered ${answer.status}`;
}
