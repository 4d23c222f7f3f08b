import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** Returns the faults, which make calls fail. */
export function faultsOf(control: ControlApi) {
  return {
    /** `{ kind: "lose-response", operationId: "initiateWithdrawal" }`; applies to the next call, or to the next `times`. */
    add: (fault: BodyOf<"addFault">) => carriedOut(control.POST("/faults", { body: fault })),
    /** Those that can still apply, oldest first. */
    list: async () => (await carriedOut(control.GET("/faults"))).faults,
    removeAll: () => carriedOut(control.DELETE("/faults")),
  };
}
