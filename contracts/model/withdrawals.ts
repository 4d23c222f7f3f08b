import type { CauseOf } from "../trace/cause.ts";
import { memberCalled } from "../trace/find.ts";
import { type Call, type CodeRead, isSuccess, type TraceEntry, wasRejected } from "../trace/trace.ts";

/** A code that was sent for a withdrawal. Its value is known once it was read. */
export interface Code {
  /** 1 for the code of the initiation. */
  readonly nth: number;
  /** It was sent between these two instants. */
  readonly sentAfter: number;
  readonly sentBefore: number;
  value?: string;
}

/** A withdrawal that the trace shows being opened. */
export interface SeenWithdrawal {
  readonly id: string;
  readonly account: string;
  readonly valueCents: number;
  readonly initiation: Call;
  readonly codes: Code[];
  /** What accepted requests have made of it; `unknown` once the answer to one was lost. */
  state: "open" | "confirmed" | "in-review" | "cancelled" | "unknown";
}

/** What was true when a request about withdrawals was made, by all that the trace shows before it. */
interface Situation {
  readonly call: Call;
  readonly accepted: boolean;
  readonly rejected: boolean;
}

export interface Initiation extends Situation {
  readonly value: unknown;
  /** The withdrawals of this account that were open. */
  readonly open: readonly SeenWithdrawal[];
  /** What was opened; undefined unless it was accepted with an id. */
  readonly withdrawal: SeenWithdrawal | undefined;
}

/** A request about one withdrawal. */
interface OfWithdrawal extends Situation {
  /** Undefined where the trace does not show it being opened: the id may be invented, or another's. */
  readonly withdrawal: SeenWithdrawal | undefined;
  readonly state: SeenWithdrawal["state"] | undefined;
  /** Wrong codes of six digits that were rejected since the newest code was sent. */
  readonly wrongBefore: number;
  /** The same since the withdrawal was opened. */
  readonly wrongInAll: number;
  /** Of the newest code: how many were sent, and how old it was at least and at most. */
  readonly codeNth: number;
  readonly codeAge: Age;
}

export interface Age {
  readonly leastMs: number;
  readonly mostMs: number;
}

/**
 * Which code a confirmation gives: the newest one, an older one of the same withdrawal, one that is certainly no code of
 * it, none at all, something that is not six digits, or one of which that is not known because the code was not read.
 */
export type GivenCode = "right" | "superseded" | "wrong" | "absent" | "malformed" | "unknown";

export interface Confirmation extends OfWithdrawal {
  readonly code: GivenCode;
  /** Requests for a new code that were rejected since the newest one was sent. */
  readonly resendsRejectedBefore: number;
}

export type Resend = OfWithdrawal;
export type Cancellation = OfWithdrawal;

export interface WithdrawalRequests {
  /**
   * Whether requests may be missing, as in a recording: then a withdrawal counts as open only as long as a later request
   * shows that it was, and a code may be newer than it seems.
   */
  readonly isPartial: boolean;
  readonly withdrawals: readonly SeenWithdrawal[];
  readonly initiations: readonly Initiation[];
  readonly confirmations: readonly Confirmation[];
  readonly resends: readonly Resend[];
  readonly cancellations: readonly Cancellation[];
}

/**
 * Reads a trace: which withdrawals there were, and in which situation each request about them was made. Requests that were
 * not answered by their operation are left out, but what they may have done is not forgotten.
 */
export function withdrawalRequests(
  trace: readonly TraceEntry[],
  isPartial = false,
  causeOf: CauseOf = () => "operation",
): WithdrawalRequests {
  const calls = trace.filter((entry) => entry.kind === "call").filter(({ credential }) => credential === "own");
  const reading = new Reading(isPartial ? lastProofs(trace) : undefined, contendedIn(calls));
  // Codes are often read only after the first tries, so they are put to their withdrawals before the tries are judged.
  for (const entry of trace) reading.learnCodes(entry);
  for (const call of calls) {
    const cause = causeOf(call);
    if (cause === "operation") reading.request(call);
    if (cause === "transport") reading.lost(call);
  }
  return reading;
}

/** Rejected requests while another one that asks for the same was under way: whichever came first is right. */
function contendedIn(calls: readonly Call[]): ReadonlySet<Call> {
  const places = Map.groupBy(
    calls.filter(({ operationId }) => isContendable(operationId)),
    contention,
  );
  const isBeside = (one: Call, other: Call) =>
    one !== other && one.askedAt < other.answeredAt && other.askedAt < one.answeredAt;
  return new Set(
    [...places.values()].flatMap((all) =>
      all.filter(
        (call, at) => wasRejected(call) && all.slice(Math.max(0, at - 8), at + 8).some((one) => isBeside(one, call)),
      ),
    ),
  );
}

function isContendable(operationId: string | undefined): boolean {
  return operationId === "initiateWithdrawal" || operationId === "confirmWithdrawal";
}

function contention({ account, operationId, request }: Call): string {
  const { withdrawId, otpCode } = request.members;
  return JSON.stringify([account, operationId, text(withdrawId), text(otpCode)]);
}

interface Counts {
  wrong: number;
  wrongInAll: number;
  resendsRejected: number;
}

class Reading implements WithdrawalRequests {
  readonly withdrawals: SeenWithdrawal[] = [];
  readonly initiations: Initiation[] = [];
  readonly confirmations: Confirmation[] = [];
  readonly resends: Resend[] = [];
  readonly cancellations: Cancellation[] = [];
  readonly #counts = new Map<SeenWithdrawal, Counts>();
  /** How many codes had been sent for a withdrawal when one was read. */
  readonly #sent = new Map<string, number>();
  readonly #values = new Map<string, string>();
  /** What last shows that a withdrawal is open, by its id; undefined where the trace has all requests. */
  readonly #proofs: ReadonlyMap<string, Call> | undefined;
  readonly #contended: ReadonlySet<Call>;
  /** Accounts on which an initiation was lost, which may have opened a withdrawal. */
  readonly #doubtful = new Set<string>();

  constructor(proofs: ReadonlyMap<string, Call> | undefined, contended: ReadonlySet<Call>) {
    this.#proofs = proofs;
    this.#contended = contended;
  }

  get isPartial(): boolean {
    return this.#proofs !== undefined;
  }

  learnCodes(entry: TraceEntry): void {
    if (entry.kind === "code") this.#learn(entry);
    if (entry.kind !== "call" || !isSuccess(entry)) return;
    const id = entry.operationId === "initiateWithdrawal" ? idIn(entry) : text(entry.request.members.withdrawId);
    const isSending = entry.operationId === "initiateWithdrawal" || entry.operationId === "resendOtp";
    if (id === undefined || !isSending) return;
    const key = keyOf(entry.account, id);
    this.#sent.set(key, (this.#sent.get(key) ?? 0) + 1);
  }

  request(call: Call): void {
    if (this.#contended.has(call) && !this.#isWrong(call)) return;
    if (call.operationId === "initiateWithdrawal") this.#initiation(call);
    if (call.operationId === "confirmWithdrawal") this.#confirmation(call);
    if (call.operationId === "resendOtp") this.#resend(call);
    if (call.operationId === "cancelWithdrawal") this.#cancellation(call);
  }

  /** A request without an answer may have been done, and then nothing is certain of what it was about. */
  lost({ account, operationId, request }: Call): void {
    if (operationId === "initiateWithdrawal") this.#doubtful.add(account);
    const withdrawal = this.#named(account, request.members.withdrawId);
    if (withdrawal !== undefined) withdrawal.state = "unknown";
  }

  #learn({ account, withdrawId, code }: CodeRead): void {
    if (code === "") return;
    const key = keyOf(account, withdrawId);
    this.#values.set(`${key} ${this.#sent.get(key) ?? 1}`, code);
  }

  #initiation(call: Call): void {
    const value = call.request.members.value;
    const own = this.withdrawals.filter(({ account, state }) => account === call.account && state === "open");
    const open = own.filter((one) => this.#isSurelyOpen(one, call));
    const id = isSuccess(call) ? idIn(call) : undefined;
    if (isSuccess(call)) this.#doubtful.delete(call.account);
    if (this.#doubtful.has(call.account) && call.response?.status === 409) return;
    const withdrawal: SeenWithdrawal | undefined =
      id === undefined
        ? undefined
        : { id, account: call.account, valueCents: Number(value), initiation: call, codes: [], state: "open" };
    this.initiations.push({ ...answered(call), value, open, withdrawal });
    if (withdrawal === undefined) return;
    this.withdrawals.push(withdrawal);
    this.#codeSent(withdrawal, call);
  }

  #confirmation(call: Call): void {
    const { counts, ...known } = this.#known(call);
    const code = this.#given(known.withdrawal, call);
    this.confirmations.push({ ...known, code, resendsRejectedBefore: counts.resendsRejected });
    if (known.accepted && known.withdrawal !== undefined) {
      known.withdrawal.state = saysReview(call) ? "in-review" : "confirmed";
    } else if (known.rejected && (code === "wrong" || code === "superseded")) {
      counts.wrong += 1;
      counts.wrongInAll += 1;
    }
  }

  #resend(call: Call): void {
    const { counts, ...known } = this.#known(call);
    this.resends.push(known);
    if (known.rejected) counts.resendsRejected += 1;
    if (known.accepted && known.withdrawal !== undefined) this.#codeSent(known.withdrawal, call);
  }

  #cancellation(call: Call): void {
    const { counts: _, ...known } = this.#known(call);
    this.cancellations.push(known);
    if (known.accepted && known.withdrawal?.state === "open") known.withdrawal.state = "cancelled";
  }

  #codeSent(withdrawal: SeenWithdrawal, call: Call): void {
    const nth = withdrawal.codes.length + 1;
    const value = this.#values.get(`${keyOf(withdrawal.account, withdrawal.id)} ${nth}`);
    const sent = { nth, sentAfter: call.askedAt, sentBefore: call.answeredAt };
    withdrawal.codes.push(value === undefined ? sent : { ...sent, value });
    const { wrongInAll = 0 } = this.#counts.get(withdrawal) ?? {};
    this.#counts.set(withdrawal, { wrong: 0, wrongInAll, resendsRejected: 0 });
  }

  #isSurelyOpen({ id, initiation }: SeenWithdrawal, call: Call): boolean {
    if (this.#proofs === undefined) return true;
    const proof = this.#proofs.get(id);
    if (proof === undefined || proof.account !== call.account) return false;
    return proof === call || (initiation.answeredAt <= call.askedAt && call.answeredAt <= proof.askedAt);
  }

  #stateAt(withdrawal: SeenWithdrawal | undefined, call: Call): SeenWithdrawal["state"] | undefined {
    if (withdrawal?.state !== "open") return withdrawal?.state;
    return this.#isSurelyOpen(withdrawal, call) ? "open" : undefined;
  }

  #known(call: Call) {
    const withdrawal = this.#named(call.account, call.request.members.withdrawId);
    const counts = (withdrawal && this.#counts.get(withdrawal)) ?? { wrong: 0, wrongInAll: 0, resendsRejected: 0 };
    const code = withdrawal?.codes.at(-1);
    const codeAge = code
      ? {
          leastMs: this.isPartial ? 0 : Math.max(0, call.askedAt - code.sentBefore),
          mostMs: call.answeredAt - code.sentAfter,
        }
      : { leastMs: 0, mostMs: 0 };
    return {
      ...answered(call),
      withdrawal,
      state: this.#stateAt(withdrawal, call),
      wrongBefore: counts.wrong,
      wrongInAll: counts.wrongInAll,
      codeNth: code?.nth ?? 0,
      codeAge,
      counts,
    };
  }

  #named(account: string, withdrawId: unknown): SeenWithdrawal | undefined {
    const id = text(withdrawId);
    return this.withdrawals.findLast((known) => known.id === id && known.account === account);
  }

  /** A wrong code counts, whatever else is under way. */
  #isWrong(call: Call): boolean {
    const withdrawal = this.#named(call.account, call.request.members.withdrawId);
    return call.operationId === "confirmWithdrawal" && this.#given(withdrawal, call) !== "right";
  }

  #given(withdrawal: SeenWithdrawal | undefined, { request }: Call): GivenCode {
    const given = request.members.otpCode;
    if (given === undefined) return "absent";
    if (typeof given !== "string" || !/^[0-9]{6}$/.test(given)) return "malformed";
    const values = withdrawal?.codes.map(({ value }) => value) ?? [];
    // One that was mailed before may be the old mail, found again.
    if (values.at(-1) === given) return values.indexOf(given) < values.length - 1 ? "unknown" : "right";
    if (values.includes(given)) return "superseded";
    return values.at(-1) === undefined ? "unknown" : "wrong";
  }
}

/** Only an open withdrawal is confirmed, cancelled or sent a code, or is in the way of another one. */
function lastProofs(trace: readonly TraceEntry[]): ReadonlyMap<string, Call> {
  const calls = trace.filter((entry) => entry.kind === "call");
  const proofs = calls.flatMap((call) => {
    const isAboutOne = ["confirmWithdrawal", "resendOtp", "cancelWithdrawal"].includes(call.operationId ?? "");
    if (isAboutOne && isSuccess(call)) return [[text(call.request.members.withdrawId) ?? "", call] as const];
    const isConflict = call.operationId === "initiateWithdrawal" && call.response?.status === 409;
    return isConflict ? [[idIn(call) ?? "", call] as const] : [];
  });
  return new Map(proofs);
}

function answered(call: Call): Situation {
  return { call, accepted: isSuccess(call), rejected: wasRejected(call) };
}

/** The document names the field, says that it is a string, and does not say where in the body it is. */
function idIn({ response }: Call): string | undefined {
  const id = memberCalled(response?.json, "withdrawId");
  return typeof id === "string" ? id : undefined;
}

export function saysReview({ response }: Call): boolean {
  return JSON.stringify(response?.json ?? null).includes('"PENDING_REVIEW"');
}

function text(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Different accounts may number their withdrawals alike. */
function keyOf(account: string, id: string): string {
  return JSON.stringify([account, id]);
}
