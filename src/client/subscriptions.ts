import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

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
