import { textOf } from "../judge/json.ts";
import { memberCalled } from "../trace/find.ts";
import { type Call, type CodeRead, isSuccess, type TraceEntry } from "../trace/trace.ts";
import {
  answered,
  type Cancellation,
  type Confirmation,
  type GivenCode,
  type Initiation,
  type Resend,
  type SeenWithdrawal,
  saysReview,
  type WithdrawalRequests,
} from "./withdrawals.ts";

interface Counts {
  wrong: number;
  wrongInAll: number;
  resendsRejected: number;
}

/** Reads requests in their order, and keeps what was open, sent and tried before each of them. */
export class WithdrawalReading implements WithdrawalRequests {
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
    const id = entry.operationId === "initiateWithdrawal" ? idIn(entry) : textOf(entry.request.members.withdrawId);
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

  /**
   * A request without an answer may have been done, and then nothing is certain of what it was about. A run gives up the
   * story as well, and cancels what that has open where no trace shows it.
   */
  lost({ account, operationId, request, story }: Call): void {
    if (operationId === "initiateWithdrawal") this.#doubtful.add(account);
    const named = this.#named(account, request.members.withdrawId);
    const isOfStory = (one: SeenWithdrawal) =>
      !this.isPartial && isChange(operationId) && one.initiation.story === story;
    for (const one of this.withdrawals) {
      if (one === named || (one.state === "open" && isOfStory(one))) one.state = "unknown";
    }
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
    const id = textOf(withdrawId);
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

/** The document names the field, says that it is a string, and does not say where in the body it is. */
export function idIn({ response }: Call): string | undefined {
  const id = memberCalled(response?.json, "withdrawId");
  return typeof id === "string" ? id : undefined;
}

/** Different accounts may number their withdrawals alike. */
function keyOf(account: string, id: string): string {
  return JSON.stringify([account, id]);
}

function isChange(operationId = ""): boolean {
  return ["initiateWithdrawal", "confirmWithdrawal", "resendOtp", "cancelWithdrawal"].includes(operationId);
}
