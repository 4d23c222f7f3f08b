import type { Platform, Withdrawal } from "./platform.ts";
import type { Payout, Store } from "./store.ts";

/** Reads the code that the platform has sent by e-mail; null while there is none. */
export type ReadCode = (withdrawId: string) => Promise<string | null>;

/** What becomes of a payout when the platform says this of its withdrawal. */
const STATES = {
  CREATED: "open",
  PENDING_REVIEW: "underWay",
  APPROVED: "underWay",
  CONFIRMED: "paid",
  FAILED: "failed",
  CANCELLED: "failed",
} as const;

/** Pays out, one payout after the other: the platform has at most one open withdrawal. */
export class Payouts {
  readonly #platform: Platform;
  readonly #store: Store;
  readonly #readCode: ReadCode;
  #queue: Promise<void> = Promise.resolve();

  constructor(platform: Platform, store: Store, readCode: ReadCode) {
    this.#platform = platform;
    this.#store = store;
    this.#readCode = readCode;
  }

  /** Takes an order. It is stored before the platform hears of it. */
  payOut(reference: string, cents: number): Promise<void> {
    const payout: Payout = { reference, cents, state: "waiting", withdrawId: null, isAsked: false };
    this.#store.payouts.push(payout);
    this.#store.save();
    return this.#alone(() => this.#goOn(payout));
  }

  /** Reads what became of all payouts, goes on with those that have stopped, and reads the balance. */
  reconcile(): Promise<void> {
    return this.#alone(async () => {
      await this.#readHistory();
      for (const payout of this.#store.payouts) await this.#goOn(payout);
      await this.#readHistory();
      this.#store.balance = await this.#platform.balance();
      this.#store.save();
    });
  }

  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  async #goOn(payout: Payout): Promise<void> {
    if (payout.state === "waiting") await this.#initiate(payout);
    this.#store.save();
    if (payout.state === "open") await this.#confirm(payout);
    this.#store.save();
  }

  async #initiate(payout: Payout): Promise<void> {
    // The answer before was lost: without this look, the same payout could be paid twice.
    if (payout.isAsked && (await this.#findOpen(payout))) return;
    payout.isAsked = true;
    this.#store.save();
    const body = { value: payout.cents };
    const { status, data } = await this.#platform.call<{ withdrawId: string }>(
      "POST",
      "/account-balance/withdraw",
      body,
    );
    // The outcome is unknown.
    if (status === null || status >= 500) return;
    payout.isAsked = false;
    if (status === 201 && data !== undefined) this.#opened(payout, data.withdrawId);
    // The open withdrawal of a 409 is none of this payout, which has just been asked for the first time.
    else if (status !== 409 && status !== 429) payout.state = "failed";
  }

  async #findOpen(payout: Payout): Promise<boolean> {
    const withdrawals = await this.#readHistory();
    const open = withdrawals.find(
      (one) => one.status === "CREATED" && one.value === payout.cents && !this.#isTaken(one),
    );
    if (open !== undefined) this.#opened(payout, open.withdrawId);
    return open !== undefined;
  }

  #isTaken({ withdrawId }: Withdrawal): boolean {
    return this.#store.payouts.some((payout) => payout.withdrawId === withdrawId);
  }

  #opened(payout: Payout, withdrawId: string): void {
    payout.withdrawId = withdrawId;
    payout.state = "open";
    payout.isAsked = false;
  }

  async #confirm(payout: Payout): Promise<void> {
    const { withdrawId } = payout;
    if (withdrawId === null) return;
    const otpCode = await this.#readCode(withdrawId);
    if (otpCode === null) return;
    const { status, data } = await this.#platform.call<{ code?: string }>("POST", "/account-balance/withdraw/confirm", {
      withdrawId,
      otpCode,
    });
    if (status === 200) payout.state = "underWay";
    // A blocked withdrawal gets a new code, too, as soon as the old one has expired.
    else if (data?.code === "OTP_EXPIRED" || status === 423) await this.#renewCode(payout, withdrawId, data?.code);
    // The confirmation before may have had an answer that was lost.
    else if (status === 409 || status === null || status >= 500) await this.#readHistory();
  }

  async #renewCode(payout: Payout, withdrawId: string, code: string | undefined): Promise<void> {
    const { status } = await this.#platform.call("POST", "/account-balance/withdraw/resend-otp", { withdrawId });
    if (status === 200 && code === "OTP_EXPIRED") await this.#confirm(payout);
  }

  /** Reads the history, and what it says of the payouts. */
  async #readHistory(): Promise<readonly Withdrawal[]> {
    const withdrawals = await this.#platform.withdrawals();
    this.#store.withdrawals = withdrawals;
    for (const payout of this.#store.payouts) {
      const withdrawal = withdrawals.find(({ withdrawId }) => withdrawId === payout.withdrawId);
      if (withdrawal !== undefined) payout.state = STATES[withdrawal.status];
    }
    return withdrawals;
  }
}
