import { notify } from "./model-deliveries.ts";
import type { ModelAnswer, WithdrawalMove } from "./model-request.ts";
import { find, type ModelState, type ModelWithdrawal, newKey, plan } from "./model-state.ts";

const mostWrongAttempts = 5;

export function initiate(state: ModelState, value: number): ModelAnswer {
  const { money, settings, now } = state;
  const open = state.withdrawals.find(({ status }) => status === "CREATED");
  if (open !== undefined) return { type: "withdrawal-already-open", of: open.key };
  if (value < settings.minimum + settings.fee) return { type: "withdrawal-below-minimum" };
  if (value > money.available) return { type: "insufficient-balance", details: { balance: money.available } };
  money.available -= value;
  money.unsettled += value;
  const code = { codeExpiresAt: now + settings.otpLifetimeMs, wrongAttempts: 0 };
  const key = newKey();
  state.withdrawals.push({ key, status: "CREATED", value, fee: settings.fee, ...code, settlement: null });
  mail(state, key);
  return { type: "initiated", of: key };
}

export function confirm(state: ModelState, target: string, isRight: boolean): ModelAnswer {
  const withdrawal = state.withdrawals.find(({ key }) => key === target);
  if (withdrawal === undefined) return { type: "withdrawal-unknown" };
  if (withdrawal.status !== "CREATED")
    return { type: "withdrawal-not-awaiting-otp", details: { withdrawalStatus: withdrawal.status } };
  if (withdrawal.wrongAttempts === mostWrongAttempts) return { type: "otp-blocked" };
  if (state.now >= withdrawal.codeExpiresAt) return { type: "otp-expired" };
  if (!isRight) {
    withdrawal.wrongAttempts += 1;
    return { type: "otp-incorrect", details: { attemptsLeft: mostWrongAttempts - withdrawal.wrongAttempts } };
  }
  if (state.settings.manualApproval) withdrawal.status = "PENDING_REVIEW";
  else payOut(state, withdrawal);
  return { type: "code-accepted" };
}

export function resend(state: ModelState, target: string): ModelAnswer {
  const withdrawal = state.withdrawals.find(({ key }) => key === target);
  if (withdrawal === undefined) return { type: "withdrawal-unknown" };
  if (withdrawal.status !== "CREATED")
    return { type: "withdrawal-not-awaiting-otp", details: { withdrawalStatus: withdrawal.status } };
  if (state.now < withdrawal.codeExpiresAt)
    return { type: "otp-still-valid", details: { otpExpiresAt: withdrawal.codeExpiresAt } };
  withdrawal.codeExpiresAt = state.now + state.settings.otpLifetimeMs;
  withdrawal.wrongAttempts = 0;
  mail(state, withdrawal.key);
  return { type: "code-resent" };
}

export function moveWithdrawal(state: ModelState, move: WithdrawalMove, target: string): ModelAnswer {
  const withdrawal = state.withdrawals.find(({ key }) => key === target);
  if (withdrawal === undefined) return { type: "withdrawal-unknown" };
  const { status } = withdrawal;
  switch (move) {
    case "cancel":
      if (status !== "CREATED") return { type: "withdrawal-not-cancellable", details: { withdrawalStatus: status } };
      giveBack(state, withdrawal, "CANCELLED");
      return { type: "cancelled" };
    case "approve":
      if (status !== "PENDING_REVIEW")
        return { type: "withdrawal-state-conflict", details: { withdrawalStatus: status } };
      payOut(state, withdrawal);
      return { type: "withdrawal-approved" };
    case "decline":
      if (status !== "PENDING_REVIEW")
        return { type: "withdrawal-state-conflict", details: { withdrawalStatus: status } };
      giveBack(state, withdrawal, "CANCELLED");
      return { type: "withdrawal-declined" };
    case "settle-confirmed":
    case "settle-failed":
      if (status !== "APPROVED") return { type: "withdrawal-state-conflict", details: { withdrawalStatus: status } };
      settle(state, withdrawal, move === "settle-confirmed" ? "CONFIRMED" : "FAILED");
      return { type: "withdrawal-settled" };
  }
}

/** The bank has paid, or has not. The platform keeps its fee only when it has. */
export function settle(state: ModelState, withdrawal: ModelWithdrawal, outcome: "CONFIRMED" | "FAILED"): void {
  if (outcome === "FAILED") {
    giveBack(state, withdrawal, "FAILED");
    return;
  }
  withdrawal.status = "CONFIRMED";
  withdrawal.settlement = null;
  state.money.unsettled -= withdrawal.value;
  state.money.bank += withdrawal.value - withdrawal.fee;
  state.money.fees += withdrawal.fee;
  notify(state, "withdraw.completed", withdrawal.key, "CONFIRMED");
}

function giveBack(state: ModelState, withdrawal: ModelWithdrawal, status: "CANCELLED" | "FAILED"): void {
  withdrawal.status = status;
  withdrawal.settlement = null;
  state.money.unsettled -= withdrawal.value;
  state.money.available += withdrawal.value;
}

function payOut(state: ModelState, withdrawal: ModelWithdrawal): void {
  const { settlementOutcome: outcome, settlementDelayMs } = state.settings;
  withdrawal.status = "APPROVED";
  if (outcome !== "MANUAL") withdrawal.settlement = { ...plan(state, state.now + settlementDelayMs), outcome };
}

function mail(state: ModelState, withdrawal: string): void {
  const { codeExpiresAt: expiresAt } = find(state.withdrawals, withdrawal);
  state.messages.push({ key: newKey(), withdrawal, expiresAt });
}
