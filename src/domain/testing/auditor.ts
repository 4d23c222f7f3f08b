import type { EventOf, WorldEvent } from "../event.ts";
import type { Ledger } from "../ledger.ts";
import type { Cents } from "../money.ts";
import type { Told } from "./told.ts";

interface AuditedPayment {
  readonly total: Cents;
  held: Cents;
  reversed: boolean;
}

interface AuditedWithdrawal {
  readonly value: Cents;
  readonly fee: Cents;
  state: "in flight" | "paid out" | "given back";
}

/**
 * Reads a company's history and says what its balances must be. It keeps no running balances and no double entries:
 * it knows which payments there are and where each withdrawal is, and adds up anew, so that it shares no mistake with
 * the ledger.
 */
export class Auditor {
  readonly companyId: string;
  #position = 0;
  readonly #payments = new Map<string, AuditedPayment>();
  readonly #withdrawals = new Map<string, AuditedWithdrawal>();

  constructor(companyId: string) {
    this.companyId = companyId;
  }

  #read(event: WorldEvent): void {
    if (!("companyId" in event) || event.companyId !== this.companyId) return;
    if ("withdrawId" in event) this.#readWithdrawal(event);
    if (event.type === "ChargePaid" || event.type === "SubscriptionChargePaid") {
      this.#payments.set(event.chargeId, { total: event.total, held: event.heldCents, reversed: false });
    }
    if (event.type === "HoldReleased") this.#payment(event.chargeId).held = 0;
    if (event.type === "ChargeRefunded" || event.type === "ChargeChargedBack") {
      Object.assign(this.#payment(event.chargeId), { held: 0, reversed: true });
    }
  }

  /** What every account must show at the end of a history, of which it has read a part before. */
  balances(history: readonly Told[]): Ledger {
    for (const { event } of history.slice(this.#position)) this.#read(event);
    this.#position = history.length;
    const payments = [...this.#payments.values()].filter(({ reversed }) => !reversed);
    const paidIn = sum(payments.map(({ total }) => total));
    const reserved = sum(payments.map(({ held }) => held));
    const unsettled = sum(this.#valuesOf("in flight"));
    const gone = sum(this.#valuesOf("paid out"));
    const fees = sum(this.#in("paid out").map(({ fee }) => fee));
    const available = paidIn - reserved - unsettled - gone;
    return { available, reserved, unsettled, customers: 0 - paidIn, bank: gone - fees, fees };
  }

  #readWithdrawal(event: Extract<WorldEvent, { withdrawId: string }>): void {
    switch (event.type) {
      case "WithdrawalInitiated":
      case "AutomaticWithdrawalMade":
        this.#begin(event);
        return;
      case "WithdrawalSettled":
        this.#withdrawal(event.withdrawId).state = "paid out";
        return;
      case "WithdrawalFailed":
      case "WithdrawalCancelled":
      case "WithdrawalDeclined":
        this.#withdrawal(event.withdrawId).state = "given back";
        return;
      default:
    }
  }

  #begin({ withdrawId, value, fee }: EventOf<"WithdrawalInitiated" | "AutomaticWithdrawalMade">): void {
    this.#withdrawals.set(withdrawId, { value, fee, state: "in flight" });
  }

  #in(state: AuditedWithdrawal["state"]): AuditedWithdrawal[] {
    return [...this.#withdrawals.values()].filter((withdrawal) => withdrawal.state === state);
  }

  #valuesOf(state: AuditedWithdrawal["state"]): Cents[] {
    return this.#in(state).map(({ value }) => value);
  }

  #payment(chargeId: string): AuditedPayment {
    const payment = this.#payments.get(chargeId);
    if (payment === undefined) throw new Error(`${chargeId} was never paid`);
    return payment;
  }

  #withdrawal(withdrawId: string): AuditedWithdrawal {
    const withdrawal = this.#withdrawals.get(withdrawId);
    if (withdrawal === undefined) throw new Error(`${withdrawId} was never made`);
    if (withdrawal.state !== "in flight") throw new Error(`${withdrawId} ended twice`);
    return withdrawal;
  }
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, amount) => total + amount, 0);
}
