import { randomInt, randomUUID } from "node:crypto";
import type { Choices } from "./choices.ts";
import { Reserve, type Tell } from "./reserve.ts";
import type { Answer, Wire } from "./wire.ts";

type Phase = "open" | "parked" | "processing" | "paid" | "cancelled" | "failed";

interface Withdrawal {
  readonly id: string;
  readonly value: number;
  readonly cost: number;
  readonly isAutomatic: boolean;
  readonly createdAt: number;
  phase: Phase;
  /** As the history shows it. */
  status: string;
  endToEndId: string | null;
  code: string;
  sentAt: number;
  wrong: number;
}

export interface Mail {
  readonly withdrawId: string;
  readonly code: string;
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

  constructor(choices: Choices, wire: Wire, tell: Tell) {
    this.#choices = choices;
    this.#wire = wire;
    this.#tell = tell;
    this.reserve = new Reserve(choices, wire, tell);
    this.settings = { fee: choices.fee, minimum: choices.minimum, isManual: choices.manualApproval === "always" };
    for (let nth = 0; nth < choices.historyAtStart; nth += 1) {
      const isPaid = nth % 4 !== 1;
      const old = this.#made(2_500 + nth, 0, nth % 3 === 0, Date.now() - (40 - nth) * 86_400_000);
      Object.assign(old, {
        phase: isPaid ? "paid" : "cancelled",
        status: isPaid ? "CONFIRMED" : choices.cancelStatus.slice(0, 9),
      });
      if (isPaid) old.endToEndId = endToEndId(old.createdAt);
    }
  }

  initiate(value: unknown): Answer {
    const wire = this.#wire;
    const { valueAsText, checks, initiated, codeSeconds } = this.#choices;
    const cents = typeof value === "string" && valueAsText === "read as a number" ? Number(value) : value;
    if (value === undefined) return wire.refusal("missing", { missing: ["value"] });
    if (typeof cents !== "number" || !Number.isSafeInteger(cents)) return wire.refusal("malformed");
    const open = this.#withdrawals.find((one) => this.#isOpen(one));
    const cost = cents + (this.#choices.feeTaken === "on top" ? this.settings.fee : 0);
    const refusals = {
      open: open === undefined ? undefined : wire.refusal("conflict", { withdrawId: open.id }),
      floor: cents < this.settings.minimum + this.settings.fee ? wire.refusal("belowFloor") : undefined,
      funds: cost > this.#free ? wire.refusal("noFunds") : undefined,
    };
    const order = checks.split(", ") as (keyof typeof refusals)[];
    const refusal = order.map((one) => refusals[one]).find((one) => one !== undefined);
    if (refusal !== undefined) return refusal;
    const made = this.#made(cents, cost, false, Date.now());
    this.#move("at initiation", -cost);
    this.#send(made);
    if (initiated === "the record")
      return wire.success("withdrawal", { ...this.#record(made), withdrawId: made.id }, "creation");
    const code =
      initiated === "the id"
        ? {}
        : { code: { channel: "email", expiresAt: wire.otherTime(made.sentAt + codeSeconds * 1_000) } };
    return wire.success("withdrawal", { withdrawId: made.id, ...code }, "creation");
  }

  confirm(id: unknown, code: unknown): Answer {
    const wire = this.#wire;
    const own = this.#find(id);
    if (own === undefined) return wire.refusal("unknownId");
    if (own.phase !== "open") return wire.refusal("notOpen");
    if (typeof code !== "string") return wire.refusal("missing", { missing: ["otpCode"] });
    const wrong = this.#wrongIn(own, code);
    if (wrong !== undefined) return wire.refusal(wrong, this.#retryAfter(own, wrong));
    this.#move("at confirmation", -own.cost);
    own.phase = this.settings.isManual ? "parked" : "processing";
    const status = this.settings.isManual ? "PENDING_REVIEW" : "APPROVED";
    own.status = status;
    if (own.phase === "processing") this.#process(own);
    const { confirmed, envelope } = this.#choices;
    if (confirmed === "the status at the root" && envelope !== "status, message, data") {
      return wire.success("withdrawal", { queued: true }, "act", { status });
    }
    return wire.success("withdrawal", confirmed === "the record" ? this.#record(own) : { status }, "act");
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
    if (!isAgain) {
      this.#move("at initiation", own.cost);
      own.phase = "cancelled";
      if (cancelStatus === "CANCELLED, a second later") this.#later(1, () => (own.status = "CANCELLED"));
      else own.status = cancelStatus;
    }
    return this.#wire.success("withdrawal", { withdrawId: own.id }, "act");
  }

  /** A super admin approves or declines. */
  review(id: unknown, isApproved: boolean): void {
    const own = this.#find(id);
    if (own?.phase !== "parked") throw new Error(`the withdrawal ${id} is not in review`);
    const { approvedStatus, declinedStatus } = this.#choices;
    if (!isApproved) {
      this.reserve.available += own.cost;
      own.phase = "failed";
      own.status = declinedStatus;
      return;
    }
    own.phase = "processing";
    own.status = approvedStatus;
    this.#process(own);
  }

  /** The daily withdrawal of all that is available and not needed by another one. */
  payOutDaily(): void {
    const value = this.#free;
    if (value <= 0) return;
    const made = this.#made(value, value, true, Date.now());
    made.phase = "processing";
    made.status = this.#choices.automaticStatus;
    this.#move("at initiation", -value);
    this.#move("at confirmation", -value);
    this.#process(made);
  }

  fee(value: unknown): Answer {
    const { feeForm, feeTaken } = this.#choices;
    const asked = Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
    const amount = asked ?? (feeForm === "of an amount" ? 10_000 : this.#free);
    const { fee, minimum } = this.settings;
    const net = feeTaken === "monthly" ? amount : Math.max(0, amount - fee);
    const forms = {
      "of the balance": { available: amount, fee, net },
      "of an amount": { amount, fee, net },
      nested: { simulation: { amount, fee, net }, currency: "BRL" },
      "with the floor": { value: amount, fee, net, minimum, floor: minimum + fee },
    };
    return this.#wire.success("fee", forms[feeForm]);
  }

  /** As the history shows them, in its order. */
  records(): readonly Readonly<Record<string, unknown>>[] {
    const records = this.#withdrawals.map((one) => ({ at: one.createdAt, id: one.id, record: this.#record(one) }));
    const { listOrder } = this.#choices;
    if (listOrder === "newest first") records.reverse();
    if (listOrder === "by id") records.sort((one, other) => (one.id < other.id ? -1 : 1));
    return records.map(({ record }) => record);
  }

  /** What can be withdrawn besides what an open withdrawal is going to need. */
  get #free(): number {
    const isMoved = this.#choices.balanceMoves === "at initiation";
    const open = this.#withdrawals.find(({ phase }) => phase === "open");
    return this.reserve.available - (isMoved ? 0 : (open?.cost ?? 0));
  }

  #made(value: number, cost: number, isAutomatic: boolean, createdAt: number): Withdrawal {
    const { initialStatus } = this.#choices;
    const own = {
      id: this.#wire.id("wd"),
      value,
      cost,
      isAutomatic,
      createdAt,
      endToEndId: null,
      code: "",
      sentAt: 0,
      wrong: 0,
    };
    const made: Withdrawal = {
      ...own,
      phase: "open",
      status: initialStatus === "PENDING_REVIEW" ? initialStatus : "CREATED",
    };
    this.#withdrawals.push(made);
    return made;
  }

  #find(id: unknown): Withdrawal | undefined {
    return this.#withdrawals.find((one) => one.id === id);
  }

  #isOpen({ phase, isAutomatic }: Withdrawal): boolean {
    const { openUntil } = this.#choices;
    if (isAutomatic) return false;
    return (
      phase === "open" ||
      (phase === "processing" && openUntil !== "confirmed") ||
      (phase === "parked" && openUntil === "paid")
    );
  }

  #isExpired({ sentAt }: Withdrawal): boolean {
    return Date.now() >= sentAt + this.#choices.codeSeconds * 1_000;
  }

  #wrongIn(own: Withdrawal, code: string): "blocked" | "expired" | "malformed" | "wrongCode" | undefined {
    const { blockedAndExpired, malformedCode, fifthWrong } = this.#choices;
    const [isBlocked, isExpired] = [own.wrong >= MAX_WRONG, this.#isExpired(own)];
    if (isBlocked && isExpired) return blockedAndExpired;
    if (isBlocked) return "blocked";
    if (isExpired) return "expired";
    if (malformedCode === "malformed" && !/^\d{6}$/.test(code)) return "malformed";
    if (code === own.code) return undefined;
    own.wrong += 1;
    return own.wrong === MAX_WRONG && fifthWrong === "as a blocked one" ? "blocked" : "wrongCode";
  }

  #retryAfter({ sentAt }: Withdrawal, reason: string): { readonly retryAfterSeconds?: number } {
    const { blocked, tooEarly, codeSeconds } = this.#choices;
    const status = reason === "blocked" ? blocked : reason === "tooEarly" ? tooEarly : 0;
    if (status !== 429 && status !== 425) return {};
    return { retryAfterSeconds: Math.max(1, (sentAt - Date.now()) / 1_000 + codeSeconds) };
  }

  #send(own: Withdrawal): void {
    const { codes, mailSeconds, initialStatus } = this.#choices;
    const before = own.code;
    while (own.code === before) {
      const digits = String(randomInt(1_000_000)).padStart(6, "0");
      own.code = { any: digits, "a zero first": `0${digits.slice(1)}`, "no zero first": digits.replace(/^0/, "7") }[
        codes
      ];
    }
    own.sentAt = Date.now();
    own.wrong = 0;
    this.mails.push({ withdrawId: own.id, code: own.code, comesAt: own.sentAt + mailSeconds * 1_000 });
    if (initialStatus !== "CREATED, then PENDING_REVIEW") return;
    this.#later(mailSeconds, () => (own.status = own.phase === "open" ? "PENDING_REVIEW" : own.status));
  }

  /** From entering processing to the payment, and to what is told of it. */
  #process(own: Withdrawal): void {
    const { settleSeconds, announceSeconds, endToEnd, shownConfirmed } = this.#choices;
    const identifies = {
      "at processing": 0,
      "amid processing": settleSeconds / 2,
      "with the payment": settleSeconds,
      "after the payment": settleSeconds + 2,
    };
    const confirms = {
      "before the payment": settleSeconds / 2,
      "with the payment": settleSeconds,
      "after the payment": settleSeconds + 4,
    };
    const e2e = endToEndId(Date.now());
    if (identifies[endToEnd] === 0) own.endToEndId = e2e;
    else this.#later(identifies[endToEnd], () => (own.endToEndId = e2e));
    this.#later(confirms[shownConfirmed], () => (own.status = "CONFIRMED"));
    this.#later(settleSeconds, () => {
      own.phase = "paid";
      const data = this.#completed(own, e2e);
      this.#later(announceSeconds, () => this.#tell("withdraw.completed", data));
    });
  }

  #completed({ id, value }: Withdrawal, e2e: string): Readonly<Record<string, unknown>> {
    const forms = {
      withdrawId: { withdrawId: id, value, status: "CONFIRMED" },
      endToEndId: { endToEndId: e2e, amount: value },
      both: { withdrawId: id, endToEndId: e2e, value, pixKey },
      "id, e2e_id": { id, e2e_id: e2e, amount_in_cents: value },
      nested: { withdrawal: { id, value, status: "CONFIRMED" }, transaction: { endToEndId: e2e } },
      transaction: { transaction: e2e, total: value, paidAt: this.#wire.time(Date.now()) },
    };
    return forms[this.#choices.completedPayload];
  }

  #record(own: Withdrawal): Readonly<Record<string, unknown>> {
    const { recordId, amountName, pixForm, kind } = this.#choices;
    const pix = {
      pixKey: { pixKey },
      "pix: type, key": { pix: { type: "EVP", key: pixKey } },
      "destination.pixKey": { destination: { pixKey, owner: "Pagaluz Ltda" } },
      key: { key: pixKey },
      pixKeyUsed: { pixKeyUsed: pixKey },
    };
    const kinds = {
      "not shown": {},
      type: { type: own.isAutomatic ? "AUTOMATIC" : "MANUAL" },
      automatic: { automatic: own.isAutomatic },
      origin: { origin: own.isAutomatic ? "scheduler" : "api" },
    };
    const { status, endToEndId, value, createdAt } = own;
    const times = { createdAt: this.#wire.otherTime(createdAt) };
    return { [recordId]: own.id, ...kinds[kind], status, [amountName]: value, ...pix[pixForm], endToEndId, ...times };
  }

  #move(when: Choices["balanceMoves"], cents: number): void {
    if (this.#choices.balanceMoves === when) this.reserve.available += cents;
  }

  #later(seconds: number, run: () => void): void {
    setTimeout(run, seconds * 1_000);
  }
}

function endToEndId(at: number): string {
  const minute = new Date(at).toISOString().replaceAll(/[-:T]/g, "").slice(0, 12);
  return `E18236120${minute}${randomUUID().replaceAll("-", "").slice(0, 11)}`;
}

/** Of the account: all withdrawals go to it. */
const pixKey = "5f84a4c5-c5cb-4599-9f13-7eb4d419dacc";
const MAX_WRONG = 5;
