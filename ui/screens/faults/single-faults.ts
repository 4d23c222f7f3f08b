import type { BodyOf } from "../../../src/client/connection.ts";

/** Faults that integrators meet most often, each with a click. */
export const SINGLE_FAULTS = [
  { name: "lostAnswer", body: { kind: "lose-response", operationId: "initiateWithdrawal" } },
  { name: "unavailable", body: { kind: "status", operationId: "getBalance", status: 503, times: 3 } },
  { name: "tooMany", body: { kind: "status", operationId: "initiateWithdrawal", status: 429 } },
  { name: "slow", body: { kind: "latency", operationId: "confirmWithdrawal", delay: "PT5S" } },
  { name: "broken", body: { kind: "reset", operationId: "listWithdrawals" } },
  { name: "twice", body: { kind: "duplicate-delivery", event: "charge.paid" } },
  { name: "late", body: { kind: "delay-delivery", delay: "PT1H", event: "withdraw.completed" } },
  { name: "disordered", body: { kind: "reorder-deliveries" } },
] as const satisfies readonly { readonly name: string; readonly body: BodyOf<"addFault"> }[];
