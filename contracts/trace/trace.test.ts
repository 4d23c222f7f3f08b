import { expect, test } from "vitest";
import { called } from "../model/testing/told.ts";
import { isSuccess, wasRejected } from "./trace.ts";

test.each([
  ["getBalance", 200, { status: 200, data: {} }, "accepted"],
  ["initiateWithdrawal", 200, { status: 422, message: "Valor abaixo do mínimo" }, "rejected"],
  ["confirmWithdrawal", 200, { success: false, error: "OTP_INVALID" }, "rejected"],
  ["confirmWithdrawal", 200, { status: "APPROVED" }, "accepted"],
  ["testWebhook", 200, { success: false, status: 503 }, "accepted"],
  ["listWithdrawals", 302, {}, "rejected"],
  ["listWithdrawals", 502, {}, "neither"],
])("%s with status %d and %o is %s", (operationId, status, json, outcome) => {
  const call = called(operationId, {}, status, json);
  expect([isSuccess(call), wasRejected(call)]).toEqual([outcome === "accepted", outcome === "rejected"]);
});
