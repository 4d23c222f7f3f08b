import type { Courier, Report } from "../../outbound/courier.ts";
import type { Letter } from "../../outbound/letter.ts";
import { acknowledged } from "./scripted-courier.ts";

interface OpenAttempt {
  readonly letter: Letter;
  readonly end: (report: Report | null) => void;
}

/** An outside world in which nothing ends before the test says so, in the order that the test likes. */
export class HeldCourier implements Pick<Courier, "deliver"> {
  /** Every letter that left, in order. */
  readonly letters: Letter[] = [];
  /** Those that were called back. As the real one does, an attempt then ends at once. */
  readonly abandoned: Letter[] = [];
  readonly #open: OpenAttempt[] = [];
  #most = 0;

  deliver(letter: Letter, abandon?: AbortSignal): Promise<Report | null> {
    this.letters.push(letter);
    return new Promise((resolve) => {
      const attempt = { letter, end: resolve };
      this.#open.push(attempt);
      this.#most = Math.max(this.#most, this.#open.length);
      abandon?.addEventListener("abort", () => this.#giveUp(attempt));
      if (abandon?.aborted === true) this.#giveUp(attempt);
    });
  }

  /** The attempts that have not ended, oldest first. */
  get underWay(): readonly Letter[] {
    return this.#open.map(({ letter }) => letter);
  }

  /** How many were under way at once, at most. */
  get mostUnderWay(): number {
    return this.#most;
  }

  /** Ends one attempt: the oldest, or the one with this index among those under way. */
  end(report: Report | null = acknowledged, index = 0): Letter {
    const attempt = this.#open[index];
    if (attempt === undefined) throw new Error(`no attempt ${index} is under way`);
    this.#finish(attempt, report);
    return attempt.letter;
  }

  /** Ends all that is under way now. */
  endAll(report: Report = acknowledged): void {
    for (const attempt of [...this.#open]) this.#finish(attempt, report);
  }

  #giveUp(attempt: OpenAttempt): void {
    if (!this.#open.includes(attempt)) return;
    this.abandoned.push(attempt.letter);
    this.#finish(attempt, null);
  }

  #finish(attempt: OpenAttempt, report: Report | null): void {
    const index = this.#open.indexOf(attempt);
    if (index === -1) return;
    this.#open.splice(index, 1);
    attempt.end(report);
  }
}
