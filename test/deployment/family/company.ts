import { randomInt, randomUUID } from "node:crypto";
import { cached } from "./cached.ts";
import type { Choices } from "./choices.ts";
import { Reserve, type Tell } from "./reserve.ts";
import { completed, type Members, type Payout, record, simulation } from "./shapes.ts";
import type { Answer, Wire } from "./wire.ts";

interface Withdrawal extends Payout {
  /** What leaves the balance. */
  readonly cost: number;
  phase: "open" | "parked" | "processing" | "paid" | "cancelled" | "failed";
  status: string;
  endToEndId: string | null;
  code: string;
  sentAt: number;
  wrongCodes: number;
}

interface Mail {
  readonly withdrawId: string;
  readonly code: string;
  readonly sentAt: number;
  readonly comesAt: number;
}

/** A company's withdrawals. */
export class Company {
  readonly reserve: Reserve;
  readonly mails: Mail[] = [];
  readonly settings: { fee: number; minimum: number; isManual: boolean };
  readonly #choices: Choices;
  readonly #wire: Wire;
  readonly #tell: Tell;
  readonly #withdrawals: Withdrawal[] = [];
  #processed = 0;

  constructor(choices: Choices, wire: Wire, tell: Tell) {
    this.#choices = choices;
    this.#wire = wire;
    this.#tell = tell;
    this.reserve = new Reserve(choices, wire, tell);
    this.shownBalance = cached(() => this.reserve.balance(), choices.balanceSeconds);
    this.shownRecords = cached(() => this.records(), choices.historySeconds);
    this.settings = { fee: choices.fee, minimum: choices.minimum, isManual: choices.manualApproval === "always" };
    for (let nth = 0; nth < choices.historyAtStart; nth += 1) {
      const createdAt = Date.now() - (40 - nth) * 86_400_000;
      const old = this.#made({ value: 2_500 + nth, cost: 0, isAutomatic: nth % 3 === 0, createdAt });
      const paid = { phase: "paid", status: "CONFIRMED", endToEndId: endToEndId(createdAt) };
      Object.assign(old, nth % 4 === 1 ? { phase: "cancelled", status: choices.cancelStatus.split(",")[0] } : paid);
    }
  }

  /** What is read may be a little old. */
  readonly shownBalance: () => Members;
  readonly shownRecords: () => readonly Members[];

  initiate(value: unknown): Answer {
    const { valueAsText, checks, feeTaken } = this.#choices;
    const { minimum } = this.settings;
    const cents = typeof value === "string" && valueAsText === "read as a number" ? Number(value) : value;
    if (value === undefined) return this.#wire.refusal("missing", { missing: ["value"] });
    if (typeof cents !== "number" || !Number.isSafeInteger(cents)) return this.#wire.refusal("malformed");
    const fee = this.#feeOf(cents);
    const cost = cents + (feeTaken === "on top" ? fee : 0);
    const open = this.#withdrawals.find((one) => this.#isOpen(one));
    const refusals: Readonly<Record<string, Answer | undefined>> = {
      open: open && this.#wire.refusal("conflict", { withdrawId: open.id }),
      floor: cents < minimum + fee ? this.#wire.refusal("belowFloor") : undefined,
      funds: cost > this.#free ? this.#wire.refusal("noFunds") : undefined,
    };
    const refusal = checks.split(", ").find((check) => refusals[check] !== undefined);
    return refusals[refusal ?? ""] ?? this.#initiated(cents, cost);
  }

  confirm(id: unknown, code: unknown): Answer {
    const { confirmed, envelope } = this.#choices;
    const own = this.#find(id);
    if (own === undefined) return this.#wire.refusal("unknownId");
    if (own.phase !== "open") return this.#wire.refusal("notOpen");
    if (typeof code !== "string") return this.#wire.refusal("missing", { missing: ["otpCode"] });
    const wrong = this.#wrongIn(own, code);
    if (wrong !== undefined) return this.#wire.refusal(wrong, this.#retryAfter(own, wrong));
    this.#move("at confirmation", -own.cost);
    const isReviewed = this.#needsReview(own);
    const status = isReviewed ? "PENDING_REVIEW" : "APPROVED";
    Object.assign(own, { phase: "parked", status });
    if (!isReviewed) this.#process(own);
    // In an envelope with a status of its own there is no place for it at the root.
    const isAtRoot = confirmed === "the status at the root" && envelope !== "status, message, data";
    if (isAtRoot) return this.#wire.success("withdrawal", { queued: true }, "read", { status });
    return this.#wire.success("withdrawal", confirmed === "the record" ? this.#record(own) : { status });
  }

  resend(id: unknown): Answer {
    const own = this.#find(id);
    if (own === undefined) return this.#wire.refusal("unknownId");
    if (own.phase !== "open") return this.#wire.refusal("notOpen");
    if (!this.#isExpired(own)) return this.#wire.refusal("tooEarly", this.#retryAfter(own, "tooEarly"));
    this.#send(own);
    return this.#wire.success("withdrawal", { withdrawId: own.id }, "act");
  }

  cancel(id: unknown): Answer {
    const { cancelAgain, cancelStatus } = this.#choices;
    const own = this.#find(id);
    const isAgain = own?.phase === "cancelled";
    if (own === undefined || (isAgain && cancelAgain === "unknown")) return this.#wire.refusal("unknownId");
    if (own.phase !== "open" && !(isAgain && cancelAgain === "accepted")) return this.#wire.refusal("notOpen");
    if (!isAgain) this.#move("at initiation", own.cost);
    own.phase = "cancelled";
    const [status = "", isLate] = cancelStatus.split(", ");
    this.#later(isLate === undefined ? 0 : 1, () => Object.assign(own, { status }));
    return this.#wire.success("withdrawal", { withdrawId: own.id }, "act");
  }

  /** A super admin approves or declines. */
  review(id: unknown, isApproved: boolean): void {
    const own = this.#find(id);
    if (own?.phase !== "parked") throw new Error(`the withdrawal ${id} is not in review`);
    own.status = isApproved ? this.#choices.approvedStatus : this.#choices.declinedStatus;
    if (isApproved) this.#process(own);
    else this.#fail(own, own.status);
  }

  /** What was withdrawn comes back. */
  #fail(own: Withdrawal, status = "FAILED"): void {
    Object.assign(own, { phase: "failed", status });
    this.reserve.available += own.cost;
  }

  /** The daily withdrawal of all that is available and not needed by another one. */
  payOutDaily(): void {
    const value = this.#free;
    if (value <= 0) return;
    const made = this.#made({ value, cost: value, isAutomatic: true, createdAt: Date.now() });
    made.status = this.#choices.automaticStatus;
    this.reserve.available -= value;
    this.#process(made);
  }

  fee(asked: unknown): Answer {
    const usual = this.#choices.feeForm === "of an amount" ? 10_000 : this.#free;
    const amount = Number.isSafeInteger(Number(asked)) && Number(asked) > 0 ? Number(asked) : usual;
    return this.#wire.success("fee", simulation(this.#choices, amount, this.#feeOf(amount), this.settings.minimum));
  }

  #feeOf(cents: number): number {
    return this.settings.fee + Math.max(0, Math.ceil(cents * this.#choices.feeShare));
  }

  /** As the history shows them, in its order. */
  records(): readonly Members[] {
    const { listOrder } = this.#choices;
    const ordered = {
      "oldest first": this.#withdrawals,
      "newest first": this.#withdrawals.toReversed(),
      "by id": this.#withdrawals.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    }[listOrder];
    return ordered.map((one) => this.#record(one));
  }

  /** What can be withdrawn besides what an open withdrawal is going to need. */
  get #free(): number {
    const open = this.#withdrawals.find(({ phase }) => phase === "open");
    return this.reserve.available - (this.#choices.balanceMoves === "at confirmation" ? (open?.cost ?? 0) : 0);
  }

  #initiated(value: number, cost: number): Answer {
    const { initiated, codeSeconds } = this.#choices;
    const made = this.#made({ value, cost, isAutomatic: false, createdAt: Date.now() });
    this.#move("at initiation", -cost);
    this.#send(made);
    const expiresAt = this.#wire.otherTime(made.sentAt + codeSeconds * 1_000);
    const more = { "the id": {}, "the record": this.#record(made), "with the code's life": { code: { expiresAt } } };
    return this.#wire.success("withdrawal", { ...more[initiated], withdrawId: made.id }, "creation");
  }

  #made(own: Pick<Withdrawal, "value" | "cost" | "isAutomatic" | "createdAt">): Withdrawal {
    const status = this.#choices.initialStatus.split(",")[0] ?? "";
    const fresh = { phase: "open", status, endToEndId: null, code: "", sentAt: 0, wrongCodes: 0 } as const;
    const made: Withdrawal = { id: this.#wire.id("wd"), ...own, ...fresh };
    this.#withdrawals.push(made);
    return made;
  }

  #needsReview({ value }: Withdrawal): boolean {
    const { minimum, isManual } = this.settings;
    const isSmallest = value <= minimum + this.#feeOf(value);
    const { manualApproval } = this.#choices;
    if (manualApproval === "above the smallest") return !isSmallest;
    return isManual || (manualApproval === "only of the smallest" && isSmallest);
  }

  #find(id: unknown): Withdrawal | undefined {
    return this.#withdrawals.find((one) => one.id === id);
  }

  #isOpen({ phase, isAutomatic }: Withdrawal): boolean {
    const { openUntil } = this.#choices;
    const open = ["open", openUntil !== "confirmed" && "processing", openUntil === "paid" && "parked"];
    return !isAutomatic && open.includes(phase);
  }

  #isExpired({ sentAt }: Withdrawal): boolean {
    return Date.now() >= sentAt + this.#choices.codeSeconds * 1_000;
  }

  /** Why a code confirms nothing; undefined where it does. */
  #wrongIn(own: Withdrawal, code: string): "blocked" | "expired" | "malformed" | "wrongCode" | undefined {
    const { blockedAndExpired, malformedCode, fifthWrong } = this.#choices;
    const isBlocked = own.wrongCodes >= MAX_WRONG_CODES;
    if (this.#isExpired(own)) return isBlocked ? blockedAndExpired : "expired";
    if (isBlocked) return "blocked";
    if (malformedCode === "malformed" && !/^\d{6}$/.test(code)) return "malformed";
    if (code === own.code) return undefined;
    own.wrongCodes += 1;
    return own.wrongCodes === MAX_WRONG_CODES && fifthWrong === "as a blocked one" ? "blocked" : "wrongCode";
  }

  #retryAfter({ sentAt }: Withdrawal, reason: string): { readonly retryAfterSeconds?: number } {
    const { blocked, tooEarly, codeSeconds } = this.#choices;
    const status = reason === "blocked" ? blocked : reason === "tooEarly" ? tooEarly : 0;
    const seconds = Math.max(1, (sentAt - Date.now()) / 1_000 + codeSeconds);
    return status === 429 || status === 425 ? { retryAfterSeconds: seconds } : {};
  }

  #send(own: Withdrawal): void {
    const { codes, mailSeconds, initialStatus, codeLifeFrom } = this.#choices;
    const lifeFrom = Date.now() + (codeLifeFrom === "the mail" ? mailSeconds * 1_000 : 0);
    const first = { any: String(randomInt(10)), "a zero first": "0", "no zero first": String(randomInt(1, 10)) }[codes];
    const [before, rest] = [own.code.slice(1), () => String(randomInt(100_000)).padStart(5, "0")];
    let digits = rest();
    while (digits === before) digits = rest();
    Object.assign(own, { code: first + digits, sentAt: lifeFrom, wrongCodes: 0 });
    const { id: withdrawId, code } = own;
    const sentAt = Date.now();
    this.mails.push({ withdrawId, code, sentAt, comesAt: sentAt + mailSeconds * 1_000 });
    const [, later = own.status] = initialStatus.split(", then ");
    this.#later(mailSeconds, () => Object.assign(own, own.phase === "open" && { status: later }));
  }

  /** From entering processing to the payment, and to what is told of it. */
  #process(own: Withdrawal): void {
    const { settlement } = this.#choices;
    this.#processed += 1;
    const isFailing = settlement === "fails once" ? this.#processed === 2 : this.#processed % 3 === 0;
    own.phase = "processing";
    if (settlement !== "pays" && isFailing) {
      this.#later(this.#choices.settleSeconds, () => this.#fail(own));
      return;
    }
    const { settleSeconds: paid, announceSeconds, endToEnd, shownConfirmed } = this.#choices;
    const e2e = endToEndId(Date.now());
    const identified = {
      "at processing": 0,
      "amid processing": paid / 2,
      "with the payment": paid,
      "after the payment": paid + 2,
    };
    const confirmed = { "before the payment": paid / 2, "with the payment": paid, "after the payment": paid + 4 };
    this.#later(identified[endToEnd], () => Object.assign(own, { endToEndId: e2e }));
    this.#later(confirmed[shownConfirmed], () => Object.assign(own, { status: "CONFIRMED" }));
    this.#later(paid, () => Object.assign(own, { phase: "paid" }));
    this.#later(paid + announceSeconds, () => this.#tell("withdraw.completed", completed(this.#choices, own, e2e)));
  }

  #record(own: Withdrawal): Members {
    return record(this.#choices, own, this.#wire.otherTime(own.createdAt));
  }

  #move(when: Choices["balanceMoves"], cents: number): void {
    if (this.#choices.balanceMoves === when) this.reserve.available += cents;
  }

  #later(seconds: number, run: () => void): void {
    if (seconds === 0) run();
    else setTimeout(run, seconds * 1_000);
  }
}

function endToEndId(at: number): string {
  const minute = new Date(at).toISOString().replaceAll(/[-:T]/g, "").slice(0, 12);
  return `E18236120${minute}${randomUUID().replaceAll("-", "").slice(0, 11)}`;
}

const MAX_WRONG_CODES = 5;
