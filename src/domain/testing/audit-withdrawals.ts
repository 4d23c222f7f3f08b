import { addDuration } from "../duration.ts";
import type { EventOf, WithdrawalEvent } from "../event.ts";
import type { Instant } from "../instant.ts";
import type { PayoutPlan } from "../withdrawal.ts";
import {
  type AuditedWithdrawal,
  type AuditedWorld,
  balances,
  demand,
  demandEqual,
  type Owed,
  owe,
  plan,
  type Rules,
  the,
} from "./audited-world.ts";

/** Withdrawals from their beginning to some end, and their codes. */
export const withdrawalRules: Rules<WithdrawalEvent["type"]> = {
  WithdrawalInitiated(world, event, at) {
    const { companyId, withdrawId } = event;
    begin(world, event, at, { status: "CREATED", origin: "MANUAL" });
    the(world.companies, companyId).openWithdrawalId = withdrawId;
    owe(world, { type: "OtpIssued", withdrawId, companyId, issue: 1 });
  },
  OtpIssued(world, { type: _, ...message }, at) {
    const { withdrawId, companyId, issue, expiresAt, to } = message;
    const withdrawal = the(world.withdrawals, withdrawId);
    const { inbox, profile } = the(world.companies, companyId);
    demandEqual(issue, (withdrawal.otp?.issue ?? 0) + 1, "the code's number");
    const { otpLifetime, timeZone } = world.settings;
    demandEqual(expiresAt, addDuration(at, otpLifetime, timeZone), "the code's end");
    demandEqual(to, profile.responsible.email, "the address");
    demandEqual(message.fixedCode ?? null, world.settings.otpCode, "the fixed code");
    const { fixedCode } = message;
    withdrawal.otp = { issue, expiresAt, wrongAttempts: 0, ...(fixedCode && { fixedCode }) };
    inbox.push({ ...message, sentAt: at });
  },
  OtpRefused(world, { withdrawId, wrongAttempts }) {
    const { otp } = the(world.withdrawals, withdrawId);
    demand(otp !== null, `${withdrawId} has no code`);
    demandEqual(wrongAttempts, otp.wrongAttempts + 1, "the wrong codes");
    otp.wrongAttempts = wrongAttempts;
  },
  WithdrawalConfirmed(world, { withdrawId, payout }, at) {
    payOut(world, leave(world, withdrawId), payout, at);
  },
  WithdrawalSentToReview(world, { withdrawId }) {
    leave(world, withdrawId).status = "PENDING_REVIEW";
  },
  WithdrawalApproved(world, { withdrawId, payout }, at) {
    payOut(world, leave(world, withdrawId), payout, at);
  },
  WithdrawalDeclined(world, event) {
    giveBack(world, event, "CANCELLED");
  },
  WithdrawalCancelled(world, event) {
    giveBack(world, event, "CANCELLED");
  },
  WithdrawalFailed(world, event) {
    giveBack(world, event, "FAILED");
    the(world.withdrawals, event.withdrawId).failureReason = event.reason;
  },
  WithdrawalSettled(world, { withdrawId, companyId, value, fee, endToEndId }, at) {
    const withdrawal = leave(world, withdrawId);
    demandEqual([value, fee], [withdrawal.value, withdrawal.fee], "value and fee");
    // The Central Bank's form: the sandbox's number, the minute in UTC, eleven characters.
    const minute = new Date(at).toISOString().replaceAll(/[-T:]/g, "").slice(0, 12);
    demand(new RegExp(`^E99999004${minute}[0-9A-Za-z]{11}$`).test(endToEndId), `${endToEndId} is not in the form`);
    Object.assign(withdrawal, { status: "CONFIRMED", endToEndId });
    owe(
      world,
      { type: "NotificationRaised", name: "withdraw.completed", companyId },
      withdrawId,
      '"status":"CONFIRMED"',
    );
  },
  AutomaticWithdrawalMade(world, event, at) {
    const { companyId, value, payout } = event;
    demandEqual(value, balances(world, companyId).available, "what is withdrawn");
    demand(value >= floorOf(world), `${value} is less than minimum and fee`);
    payOut(world, begin(world, event, at, { status: "APPROVED", origin: "AUTOMATIC" }), payout, at);
    owe(world, { type: "AutomaticWithdrawalScheduled", companyId });
  },
  AutomaticWithdrawalSkipped(world, { companyId, availableCents, floorCents }) {
    const expected = [balances(world, companyId).available, floorOf(world)];
    demandEqual([availableCents, floorCents], expected, "what is available, and the floor");
    demand(availableCents < floorCents, "there is enough");
    owe(world, { type: "AutomaticWithdrawalScheduled", companyId });
  },
};

/** What a settlement that is due must lead to. */
export function dueSettlement({ withdrawals }: AuditedWorld, withdrawId: string): Owed["fact"] {
  const { payout } = the(withdrawals, withdrawId);
  if (payout?.outcome === "CONFIRMED") return { type: "WithdrawalSettled", withdrawId };
  return { type: "WithdrawalFailed", withdrawId, reason: payout?.reason };
}

/** What an automatic withdrawal that is due must lead to. */
export function dueWithdrawal(world: AuditedWorld, companyId: string): Owed["fact"] {
  const isEnough = balances(world, companyId).available >= floorOf(world);
  return { type: isEnough ? "AutomaticWithdrawalMade" : "AutomaticWithdrawalSkipped", companyId };
}

function begin(
  world: AuditedWorld,
  event: EventOf<"WithdrawalInitiated" | "AutomaticWithdrawalMade">,
  createdAt: Instant,
  how: Pick<AuditedWithdrawal, "status" | "origin">,
): AuditedWithdrawal {
  const { withdrawId, companyId, value, fee, pixKey } = event;
  demandEqual(fee, world.settings.withdrawalFee, "the fee");
  demandEqual(pixKey, the(world.companies, companyId).profile.pixKey, "the PIX key");
  const nothingYet = { otp: null, payout: null, endToEndId: null, failureReason: null };
  const withdrawal = { withdrawId, companyId, value, fee, pixKey, createdAt, ...how, ...nothingYet };
  world.withdrawals.set(withdrawId, withdrawal);
  return withdrawal;
}

function payOut(world: AuditedWorld, withdrawal: AuditedWithdrawal, payout: PayoutPlan, at: Instant): void {
  const { timeZone, triggers } = world.settings;
  const trigger = triggers.find(({ valueEndsWith = "", pixKey = withdrawal.pixKey }) => {
    return new RegExp(`${valueEndsWith}$`).test(String(withdrawal.value)) && pixKey === withdrawal.pixKey;
  });
  const settlement = { ...world.settings.settlement, ...trigger?.settlement };
  const { outcome, reason } = settlement;
  const settlesAt = outcome === "MANUAL" ? null : addDuration(at, settlement.delay, timeZone);
  demandEqual({ ...payout }, { settlesAt, outcome, reason }, "the payout");
  Object.assign(withdrawal, { status: "APPROVED", payout });
  plan(world, "settlement", withdrawal.withdrawId, settlesAt);
}

function giveBack(
  world: AuditedWorld,
  { withdrawId, value }: { withdrawId: string; value: number },
  to: "CANCELLED" | "FAILED",
): void {
  const withdrawal = leave(world, withdrawId);
  demandEqual(value, withdrawal.value, "what is given back");
  withdrawal.status = to;
}

/** A withdrawal that moves on is not the open one any more, and does not wait for its settlement. */
function leave(world: AuditedWorld, withdrawId: string): AuditedWithdrawal {
  const withdrawal = the(world.withdrawals, withdrawId);
  const company = the(world.companies, withdrawal.companyId);
  if (company.openWithdrawalId === withdrawId) company.openWithdrawalId = null;
  plan(world, "settlement", withdrawId, null);
  return withdrawal;
}

/** Where minimum and fee are zero, there must still be something to withdraw. */
function floorOf({ settings }: AuditedWorld): number {
  return Math.max(1, settings.minimumWithdrawal + settings.withdrawalFee);
}
