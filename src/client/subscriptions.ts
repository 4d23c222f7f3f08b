import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** What customers do with subscriptions. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class Subscriptions {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  /** `{ amountCents: 4_990, interval: "P1M" }`; it charges nothing before it is authorized. */
  create(subscription: BodyOf<operations["createSubscription"]>) {
    return carriedOut(this.#control.POST("/subscriptions", { body: subscription }));
  }

  get(subscriptionId: string) {
    return carriedOut(this.#control.GET("/subscriptions/{subscriptionId}", { params: { path: { subscriptionId } } }));
  }

  authorize(subscriptionId: string) {
    return carriedOut(
      this.#control.POST("/subscriptions/{subscriptionId}/authorize", { params: { path: { subscriptionId } } }),
    );
  }

  reject(subscriptionId: string) {
    return carriedOut(
      this.#control.POST("/subscriptions/{subscriptionId}/reject", { params: { path: { subscriptionId } } }),
    );
  }

  /** At once, beside its interval: `{ outcome: "FAILED" }`, or as its next charge is to end. */
  charge(subscriptionId: string, charge: BodyOf<operations["chargeSubscription"]> = {}) {
    return carriedOut(
      this.#control.POST("/subscriptions/{subscriptionId}/charge", {
        params: { path: { subscriptionId } },
        body: charge,
      }),
    );
  }
}
