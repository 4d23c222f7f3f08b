import type {
  Charge,
  ChargeChanged,
  ChargeCreated,
  ChargesListed,
  Subscription,
  SubscriptionChanged,
  SubscriptionCreated,
  Withdrawal,
  WithdrawalApproved,
  WithdrawalDeclined,
  WithdrawalSettled,
} from "../spec/generated/control-api.ts";
import type { BodyOf, ControlApi, QueryOf } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** Returns what customers do with a company's charges. */
export function chargesOf(control: ControlApi) {
  const does =
    (what: "process" | "pay" | "expire" | "refund" | "chargeback") =>
    (chargeId: string): Promise<ChargeChanged> =>
      carriedOut(control.POST(`/charges/{chargeId}/${what}`, { params: { path: { chargeId } } }));
  return {
    /**
     * Creates a charge: `{ total: 10_000 }` in cents; with `paid: true` it is paid at once, and with
     * `retention: { percent: 100, holdFor: "P30D" }` all of it is held for 30 days.
     */
    create: (charge: BodyOf<"createCharge">): Promise<ChargeCreated> =>
      carriedOut(control.POST("/charges", { body: charge })),
    /** Returns a charge. */
    get: (chargeId: string): Promise<Charge> =>
      carriedOut(control.GET("/charges/{chargeId}", { params: { path: { chargeId } } })),
    /** Returns the charges of the company, newest first: `{ limit: 5 }`. */
    list: (query: QueryOf<"listCharges"> = {}): Promise<ChargesListed> =>
      carriedOut(control.GET("/charges", { params: { query } })),
    /** Takes a pending charge into processing. */
    process: does("process"),
    /** Pays a charge. A part of it may be held, as the settings say. */
    pay: does("pay"),
    /** Lets a pending charge expire now. */
    expire: does("expire"),
    /** Refunds a paid charge: from its hold first, then from the balance, which may go below zero. */
    refund: does("refund"),
    /** Charges a paid charge back. Takes the money as a refund does; the payment status stays. */
    chargeback: does("chargeback"),
  };
}

/** Returns what customers do with subscriptions. */
export function subscriptionsOf(control: ControlApi) {
  const path = (subscriptionId: string) => ({ params: { path: { subscriptionId } } });
  return {
    /** Creates a subscription: `{ amountCents: 4_990, interval: "P1M" }`. It charges nothing before it is authorized. */
    create: (subscription: BodyOf<"createSubscription">): Promise<SubscriptionCreated> =>
      carriedOut(control.POST("/subscriptions", { body: subscription })),
    /** Returns a subscription. */
    get: (id: string): Promise<Subscription> => carriedOut(control.GET("/subscriptions/{subscriptionId}", path(id))),
    /** Authorizes a subscription, as its customer. */
    authorize: (id: string): Promise<SubscriptionChanged> =>
      carriedOut(control.POST("/subscriptions/{subscriptionId}/authorize", path(id))),
    /** Rejects a subscription, as its customer. */
    reject: (id: string): Promise<SubscriptionChanged> =>
      carriedOut(control.POST("/subscriptions/{subscriptionId}/reject", path(id))),
    /** Charges at once, outside the interval: `{ outcome: "FAILED" }`, or by default as the next charge is to end. */
    charge: (id: string, charge: BodyOf<"chargeSubscription"> = {}): Promise<SubscriptionChanged> =>
      carriedOut(control.POST("/subscriptions/{subscriptionId}/charge", { ...path(id), body: charge })),
  };
}

/** Returns what decides about withdrawals: the super admin's review, and the bank's answer. */
export function withdrawalsOf(control: ControlApi) {
  const path = (withdrawId: string) => ({ params: { path: { withdrawId } } });
  return {
    /** Returns a withdrawal with all that the platform knows of it. */
    get: (id: string): Promise<Withdrawal> => carriedOut(control.GET("/withdrawals/{withdrawId}", path(id))),
    /** Approves a withdrawal in review, as the super admin. */
    approve: (id: string): Promise<WithdrawalApproved> =>
      carriedOut(control.POST("/withdrawals/{withdrawId}/approve", path(id))),
    /** Declines a withdrawal in review, as the super admin. */
    decline: (id: string): Promise<WithdrawalDeclined> =>
      carriedOut(control.POST("/withdrawals/{withdrawId}/decline", path(id))),
    /**
     * Settles an approved withdrawal, as the bank: `{ outcome: "CONFIRMED" }`, or
     * `{ outcome: "FAILED", reason: "the account is closed" }`.
     */
    settle: (id: string, settlement: BodyOf<"settleWithdrawal">): Promise<WithdrawalSettled> =>
      carriedOut(control.POST("/withdrawals/{withdrawId}/settle", { ...path(id), body: settlement })),
  };
}
