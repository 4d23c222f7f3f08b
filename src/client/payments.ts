import type { components } from "../spec/generated/control-api.ts";
import type { BodyOf, ControlApi, QueryOf } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";

export type Charge = components["schemas"]["Charge"];

/** Returns what customers do with a company's charges. */
export function chargesOf(control: ControlApi) {
  const does = (what: "process" | "pay" | "expire" | "refund" | "chargeback") => (chargeId: string) =>
    carriedOut(control.POST(`/charges/{chargeId}/${what}`, { params: { path: { chargeId } } }));
  return {
    /** `{ total: 10_000 }` in cents; with `paid: true` it is paid at once. */
    create: (charge: BodyOf<"createCharge">) => carriedOut(control.POST("/charges", { body: charge })),
    get: (chargeId: string) => carriedOut(control.GET("/charges/{chargeId}", { params: { path: { chargeId } } })),
    list: (query: QueryOf<"listCharges"> = {}) => carriedOut(control.GET("/charges", { params: { query } })),
    process: does("process"),
    pay: does("pay"),
    expire: does("expire"),
    refund: does("refund"),
    chargeback: does("chargeback"),
  };
}

/** Returns what customers do with subscriptions. */
export function subscriptionsOf(control: ControlApi) {
  const path = (subscriptionId: string) => ({ params: { path: { subscriptionId } } });
  return {
    /** `{ amountCents: 4_990, interval: "P1M" }`; it charges nothing before it is authorized. */
    create: (subscription: BodyOf<"createSubscription">) =>
      carriedOut(control.POST("/subscriptions", { body: subscription })),
    get: (id: string) => carriedOut(control.GET("/subscriptions/{subscriptionId}", path(id))),
    authorize: (id: string) => carriedOut(control.POST("/subscriptions/{subscriptionId}/authorize", path(id))),
    reject: (id: string) => carriedOut(control.POST("/subscriptions/{subscriptionId}/reject", path(id))),
    /** Charges at once, outside the interval: `{ outcome: "FAILED" }`, or by default as the next charge is to end. */
    charge: (id: string, charge: BodyOf<"chargeSubscription"> = {}) =>
      carriedOut(control.POST("/subscriptions/{subscriptionId}/charge", { ...path(id), body: charge })),
  };
}

/** Returns what decides about withdrawals: the super admin's review, and the bank's answer. */
export function withdrawalsOf(control: ControlApi) {
  const path = (withdrawId: string) => ({ params: { path: { withdrawId } } });
  return {
    get: (id: string) => carriedOut(control.GET("/withdrawals/{withdrawId}", path(id))),
    approve: (id: string) => carriedOut(control.POST("/withdrawals/{withdrawId}/approve", path(id))),
    decline: (id: string) => carriedOut(control.POST("/withdrawals/{withdrawId}/decline", path(id))),
    /** `{ outcome: "CONFIRMED" }`, or `{ outcome: "FAILED", reason: "the account is closed" }`. */
    settle: (id: string, settlement: BodyOf<"settleWithdrawal">) =>
      carriedOut(control.POST("/withdrawals/{withdrawId}/settle", { ...path(id), body: settlement })),
  };
}
