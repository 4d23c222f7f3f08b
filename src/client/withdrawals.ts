import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

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
