import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

/**
 * What becomes of withdrawals: the super admin's review, and the bank's answer. Every method throws `UnexpectedAnswer`
 * when the sandbox refuses.
 */
export class Withdrawals {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  get(withdrawId: string) {
    return carriedOut(this.#control.GET("/withdrawals/{withdrawId}", { params: { path: { withdrawId } } }));
  }

  approve(withdrawId: string) {
    return carriedOut(this.#control.POST("/withdrawals/{withdrawId}/approve", { params: { path: { withdrawId } } }));
  }

  decline(withdrawId: string) {
    return carriedOut(this.#control.POST("/withdrawals/{withdrawId}/decline", { params: { path: { withdrawId } } }));
  }

  /** `{ outcome: "CONFIRMED" }`, or `{ outcome: "FAILED", reason: "the account is closed" }`. */
  settle(withdrawId: string, settlement: BodyOf<operations["settleWithdrawal"]>) {
    return carriedOut(
      this.#control.POST("/withdrawals/{withdrawId}/settle", { params: { path: { withdrawId } }, body: settlement }),
    );
  }
}
