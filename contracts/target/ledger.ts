/** A withdrawal that the run has opened on a real account. */
export interface Opened {
  readonly withdrawId: string;
  /** As the target has written it, and wants to read it. */
  readonly wireId: string | number;
  readonly apiKey: string;
  readonly valueCents: number;
  readonly story: string;
}

export interface LedgerPayment {
  readonly at: string;
  readonly story: string;
  readonly withdrawId: string;
  readonly valueCents: number;
  /** `unknown`: confirmed without a response; `in-review`: parked, so that it may be paid later. All count as paid. */
  readonly outcome: "confirmed" | "unknown" | "in-review";
}

/** Records what a run has opened on accounts that are not its own, and what it has paid out. */
export class RunLedger {
  readonly #opened = new Map<string, Opened>();
  readonly #closed = new Set<string>();
  /** Codes of any withdrawal: a faulty target might accept an old one, or that of another withdrawal. */
  readonly #codes = new Set<string>();
  /** Withdrawals whose newest code was read. */
  readonly #read = new Set<string>();
  readonly #webhooks = new Set<string>();
  /** Texts of responses that may be ids of withdrawals. */
  readonly #shown = new Set<string>();
  readonly #payments: LedgerPayment[] = [];
  /** What a story may still pay out, by its name. */
  readonly #reserved = new Map<string, number>();
  /** Confirmations without a response yet, by story. */
  readonly #underWay: { readonly story: string; readonly valueCents: number }[] = [];
  readonly #budgetCents: number;
  takesWrongCodes = false;

  constructor(budgetCents: number) {
    this.#budgetCents = budgetCents;
  }

  get payments(): readonly LedgerPayment[] {
    return [...this.#payments];
  }

  get spentCents(): number {
    return sum(this.#payments);
  }

  /** What is neither paid out nor on its way nor reserved. */
  get freeCents(): number {
    const reserved = [...this.#reserved.values()].reduce((total, cents) => total + cents, 0);
    return this.#budgetCents - this.spentCents - sum(this.#underWay) - reserved;
  }

  /** What a story may pay out: its reservation, and what is reserved for no other. */
  leftFor(story: string): number {
    return this.freeCents + (this.#reserved.get(story) ?? 0);
  }

  /** Reserves what a whole story pays out. Returns false, and reserves nothing, when the budget is too small. */
  reserve(story: string, cents: number): boolean {
    if (cents > this.freeCents) return false;
    this.#reserved.set(story, cents);
    return true;
  }

  release(story: string): void {
    this.#reserved.delete(story);
  }

  /** Withdrawals that are still to be closed. */
  get open(): readonly Opened[] {
    return [...this.#opened.values()].filter(({ withdrawId }) => !this.#closed.has(withdrawId));
  }

  knows(withdrawId: string): boolean {
    return this.#opened.has(withdrawId);
  }

  knowsWebhook(id: string): boolean {
    return this.#webhooks.has(id);
  }

  /** The smallest amount that was taken so far; or twice as much, where only a payment of that one is parked for review. */
  likelyCents(mostCents: number): number {
    const opened = [...this.#opened.values()].map(({ valueCents }) => valueCents);
    const least = Math.min(mostCents, ...opened.filter((cents) => Number.isInteger(cents) && cents > 0));
    const isParked = (cents: number) =>
      this.#payments.some(({ valueCents, outcome }) => outcome === "in-review" && valueCents === cents);
    return isParked(least) && !isParked(2 * least) ? 2 * least : least;
  }

  /** Infinite where it is not known, so that no budget is enough. */
  valueOf(withdrawId: string): number {
    return this.#opened.get(withdrawId)?.valueCents ?? Number.POSITIVE_INFINITY;
  }

  /** Whether it was there before the run could have opened it. */
  isForeign(withdrawId: string): boolean {
    return this.#shown.has(withdrawId) && !this.knows(withdrawId);
  }

  /** Remembers texts of a response that may be ids of withdrawals: those that the run has not opened belong to others. */
  shown(texts: Iterable<string>): void {
    for (const text of texts) this.#shown.add(text);
  }

  opened(withdrawal: Opened): void {
    const { withdrawId } = withdrawal;
    // An id that is given out a second time may be of either amount.
    const valueCents = Math.max(withdrawal.valueCents, this.#opened.get(withdrawId)?.valueCents ?? 0);
    this.#opened.set(withdrawId, { ...withdrawal, valueCents });
    this.#closed.delete(withdrawId);
  }

  closed(withdrawId: string): void {
    this.#closed.add(withdrawId);
  }

  /** `texts`: all that the response to its creation says, because the name of its id is not documented. */
  webhookCreated(texts: Iterable<string>): void {
    for (const text of texts) this.#webhooks.add(text);
  }

  /** A story has read a code: from now on it is known which other codes are wrong. */
  codeRead(withdrawId: string, code: string): void {
    this.#codes.add(code);
    this.#read.add(withdrawId);
  }

  /** A new code was sent and not read yet: any code may be the right one. */
  codeSent(withdrawId: string): void {
    this.#read.delete(withdrawId);
  }

  /** A code is certainly wrong without a digit, or as a number that differs from every code that was read. */
  isKnownWrong(withdrawId: string, otpCode: string): boolean {
    if (/^[ -/:-~]*$/.test(otpCode)) return true;
    if (!/^[0-9]+$/.test(otpCode) || !this.#read.has(withdrawId)) return false;
    return [...this.#codes].every((code) => !otpCode.includes(code) && Number(otpCode) !== Number(code));
  }

  /** Counts a confirmation on its way. Returns what to call when its response has come, or none will. */
  confirming(withdrawId: string, story: string): () => void {
    const entry = { story, valueCents: this.#opened.get(withdrawId)?.valueCents ?? 0 };
    this.#underWay.push(entry);
    this.#draw(entry);
    return () => {
      this.#underWay.splice(this.#underWay.indexOf(entry), 1);
      this.#draw({ story, valueCents: -entry.valueCents });
    };
  }

  confirmed(withdrawId: string, story: string, outcome: LedgerPayment["outcome"]): void {
    // An unknown amount counts as all that there can be: then nothing more is paid out.
    const valueCents = Math.min(this.valueOf(withdrawId), Number.MAX_SAFE_INTEGER);
    this.#payments.push({ at: new Date().toISOString(), story, withdrawId, valueCents, outcome });
    this.#draw({ story, valueCents });
    if (outcome !== "unknown") this.closed(withdrawId);
  }

  mayBePaid(withdrawId: string): boolean {
    return this.#payments.some((payment) => payment.withdrawId === withdrawId);
  }

  /** What the run has made of a withdrawal of its own, as far as that may stand in the way of another one. */
  standing(withdrawId: string): "open" | "confirmed" | "in-review" | undefined {
    const paid = this.#payments.findLast((payment) => payment.withdrawId === withdrawId);
    if (paid !== undefined) return paid.outcome === "in-review" ? "in-review" : "confirmed";
    return this.#opened.has(withdrawId) ? "open" : undefined;
  }

  #draw({ story, valueCents }: { readonly story: string; readonly valueCents: number }): void {
    const reserved = this.#reserved.get(story);
    if (reserved !== undefined) this.#reserved.set(story, Math.max(0, reserved - valueCents));
  }
}

function sum(entries: readonly { readonly valueCents: number }[]): number {
  return entries.reduce((total, { valueCents }) => total + valueCents, 0);
}
