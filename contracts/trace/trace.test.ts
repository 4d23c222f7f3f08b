import { expect, test } from "vitest";
import { called } from "../model/testing/told.ts";
import { isSuccess, wasRejected } from "./trace.ts";

test.each([
  ["getBalance", 200, { status: 200, data: {} }, "accepted"],
  ["initiateWithdrawal", 200, { status: 422, message: "Valor abaixo do mínimo" }, "rejected"],
  ["confirmWithdrawal", 200, { success: false, error: "OTP_INVALID" }, "rejected"],
  ["confirmWithdrawal", 200, { sucesso: false, mensagem: "Código incorreto" }, "rejected"],
  ["confirmWithdrawal", 200, { ok: false }, "rejected"],
  ["cancelWithdrawal", 200, { status: "error", message: "Not open" }, "rejected"],
  ["cancelWithdrawal", 200, { error: true }, "rejected"],
  ["cancelWithdrawal", 200, { erros: [{ codigo: "NOT_OPEN" }] }, "rejected"],
  ["resendOtp", 200, { error: "too early" }, "rejected"],
  ["confirmWithdrawal", 200, { status: "APPROVED" }, "accepted"],
  ["cancelWithdrawal", 200, { status: "FAILED", error: null, erro: false, errors: [], ok: true }, "accepted"],
  ["testWebhook", 200, { success: false, status: 503 }, "accepted"],
  ["listWithdrawals", 302, {}, "rejected"],
  ["listWithdrawals", 502, {}, "neither"],
])("%s with status %d and %o is %s", (operationId, status, json, outcome) => {
  const call = called(operationId, {}, status, json);
  expect([isSuccess(call), wasRejected(call)]).toEqual([outcome === "accepted", outcome === "rejected"]);
});
