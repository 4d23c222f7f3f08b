import type { Ledger, LedgerEntry } from "../report/report.ts";

/** A withdrawal that the run has opened on a real account. */
export interface Opened {
  readonly withdrawId: string;
  /** As the target has written it, and wants to read it. */
  readonly wireId: string | number;
  readonly apiKey: string;
  readonly valueCents: number;
  readonly clause: string;
}

/** What a run has opened on accounts that are not its own, and what it has spent: what it must close, and answer for. */
export class Book {
  readonly #opened = new Map<string, Opened>();
  readonly #closed = new Set<string>();
  /** Of any withdrawal: a target that is wrong might take an old code, or another one's. */
  readonly #codes = new Set<string>();
  /** Withdrawals whose newest code was read. */
  readonly #read = new Set<string>();
  readonly #webhooks = new Set<string>();
  /** What answers have shown that may name a withdrawal. */
  readonly #shown = new Set<string>();
  #takesWrongCodes = false;
  readonly #entries: LedgerEntry[] = [];
  /** Of confirmations under way, which may be paid. */
  #underWayCents = 0;
  readonly #budgetCents: number;

  constructor(budgetCents: number) {
    this.#budgetCents = budgetCents;
  }

  get ledger(): Ledger {
    const spentCents = this.#entries.reduce((sum, { valueCents }) => sum + valueCents, 0);
    return { budgetCents: this.#budgetCents, spentCents, entries: [...this.#entries] };
  }

  /** Of the budget, what may still be spent. */
  get leftCents(): number {
    return this.#budgetCents - this.ledger.spentCents - this.#underWayCents;
  }

  /** Still to be closed. */
  get open(): readonly Opened[] {
    return [...this.#opened.values()].filter(({ withdrawId }) => !this.#closed.has(withdrawId));
  }

  knows(withdrawId: string): boolean {
    return this.#opened.has(withdrawId);
  }

  knowsWebhook(id: string): boolean {
    return this.#webhooks.has(id);
  }

  /** Infinite where it is not known, so that no budget is enough. */
  valueOf(withdrawId: string): number {
    return this.#opened.get(withdrawId)?.valueCents ?? Number.POSITIVE_INFINITY;
  }

  /** Whether it was there before the run could have opened it. */
  isForeign(withdrawId: string): boolean {
    return this.#shown.has(withdrawId) && !this.knows(withdrawId);
  }

  /** `texts`: what an answer says that may name a withdrawal; what the run did not open until then, others have. */
  shown(texts: Iterable<string>): void {
    for (const text of texts) this.#shown.add(text);
  }

  /** A target has accepted a code that was known to be wrong: from now on any code may pay. */
  get takesWrongCodes(): boolean {
    return this.#takesWrongCodes;
  }

  wrongCodeTaken(): void {
    this.#takesWrongCodes = true;
  }

  opened(withdrawal: Opened): void {
    const { withdrawId } = withdrawal;
    // One that is given out a second time may be of either amount.
    const valueCents = Math.max(withdrawal.valueCents, this.#opened.get(withdrawId)?.valueCents ?? 0);
    this.#opened.set(withdrawId, { ...withdrawal, valueCents });
    this.#closed.delete(withdrawal.withdrawId);
  }

  closed(withdrawId: string): void {
    this.#closed.add(withdrawId);
  }

  /** `texts`: whatever the answer to its creation says, for what its identifier is called is not documented. */
  webhookMade(texts: Iterable<string>): void {
    for (const text of texts) this.#webhooks.add(text);
  }

  /** A code was given to a contract: from now on it is known which others are wrong. */
  mailed(withdrawId: string, code: string): void {
    this.#codes.add(code);
    this.#read.add(withdrawId);
  }

  /** A new code was sent that nobody has read: until then any code may be the right one. */
  resent(withdrawId: string): void {
    this.#read.delete(withdrawId);
  }

  /**
   * Without a digit a code is wrong for certain; a number is when it is no code that was ever read, however many digits a
   * target looks at; of anything else it is not known what a target makes of it.
   */
  isKnownWrong(withdrawId: string, otpCode: string): boolean {
    if (/^[ -/:-~]*$/.test(otpCode)) return true;
    if (!/^[0-9]+$/.test(otpCode) || !this.#read.has(withdrawId)) return false;
    return [...this.#codes].every((code) => !otpCode.includes(code) && Number(otpCode) !== Number(code));
  }

  /** A code that may be right is on its way. @returns what to call when an answer has come, or none will. */
  confirming(withdrawId: string): () => void {
    const { valueCents = 0 } = this.#opened.get(withdrawId) ?? {};
    this.#underWayCents += valueCents;
    return () => {
      this.#underWayCents -= valueCents;
    };
  }

  /** `unknown`: no answer came, so that it may have been paid, or be open still. In review it can be paid later. */
  confirmed(withdrawId: string, clause: string, outcome: LedgerEntry["outcome"]): void {
    // Of an amount that is not known, all that there can be: then nothing more is paid.
    const valueCents = Math.min(this.valueOf(withdrawId), Number.MAX_SAFE_INTEGER);
    this.#entries.push({ at: new Date().toISOString(), clause, withdrawId, valueCents, outcome });
    if (outcome !== "unknown") this.closed(withdrawId);
  }

  mayBePaid(withdrawId: string): boolean {
    return this.#entries.some((entry) => entry.withdrawId === withdrawId);
  }
}
