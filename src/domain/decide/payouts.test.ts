import { describe, expect, it } from "vitest";
import type { SettingsPatch } from "../settings.ts";
import { instant, iso, Story } from "../testing/story.ts";
import { only, typesOf } from "../testing/told.ts";

/** A withdrawal of 10,000 out of 50,000 that waits for its code. */
function open(settings: SettingsPatch = {}) {
  const story = new Story({ balance: 50_000, settings });
  return { story, withdrawId: story.withdrawal(10_000), companyId: story.companyId };
}

function confirmed(settings: SettingsPatch = {}) {
  return after(open(settings), (story, withdrawId) => story.confirm(withdrawId));
}

function after(given: ReturnType<typeof open>, happen: (story: Story, withdrawId: string) => unknown) {
  happen(given.story, given.withdrawId);
  return given;
}

describe("the settlement of an approved withdrawal", () => {
  it("comes after the delay, pays the net value to the bank, and is told", () => {
    const { story, withdrawId } = confirmed();
    expect(story.runUntil("2026-01-15T12:00:09.999Z")).toEqual([]);
    const told = story.advance("PT0.001S");
    expect(typesOf(told)).toEqual(["WithdrawalSettled", "NotificationRaised"]);
    expect(story.ledger).toMatchObject({ available: 40_000, unsettled: 0, bank: 9_800, fees: 200 });
    expect(story.withdrawalOf(withdrawId).status).toBe("CONFIRMED");
    const [notification] = only("NotificationRaised", told);
    expect(JSON.parse(notification?.body ?? "")).toMatchObject({
      name: "withdraw.completed",
      withdrawal: { withdrawId, status: "CONFIRMED", endToEndId: story.withdrawalOf(withdrawId).endToEndId },
    });
  });

  it("has an endToEndId in the Central Bank's form, with the minute of the settlement", () => {
    const { story, withdrawId } = confirmed({ settlement: { delay: "PT61S" } });
    expect(story.withdrawalOf(withdrawId).endToEndId).toBeNull();
    story.advance("PT61S");
    expect(story.withdrawalOf(withdrawId).endToEndId).toMatch(/^E99999004202601151201[0-9A-Za-z]{11}$/);
  });

  it("gives all of it back, with the reason, when the instance lets payouts fail, and tells no one", () => {
    const { story, withdrawId } = confirmed({ settlement: { outcome: "FAILED", reason: "closed account" } });
    const told = story.advance("PT10S");
    expect(typesOf(told)).toEqual(["WithdrawalFailed"]);
    expect(story.ledger).toMatchObject({ available: 50_000, unsettled: 0, bank: 0, fees: 0 });
    expect(story.withdrawalOf(withdrawId)).toMatchObject({
      status: "FAILED",
      failureReason: "closed account",
      endToEndId: null,
    });
  });

  it.each([
    { value: 10_013, profile: {}, status: "FAILED" },
    { value: 10_130, profile: {}, status: "CONFIRMED" },
    { value: 10_000, profile: { pixKey: "blocked@acme.dev" }, status: "FAILED" },
    { value: 10_020, profile: { pixKey: "blocked@acme.dev" }, status: "APPROVED" },
    { value: 10_020, profile: { pixKey: "other@acme.dev" }, status: "CONFIRMED" },
  ])(
    "is that of the first trigger that matches: $value to $profile.pixKey is $status",
    ({ value, profile, status }) => {
      const triggers: SettingsPatch["triggers"] = [
        { valueEndsWith: 13, settlement: { outcome: "FAILED", reason: "closed account" } },
        { valueEndsWith: 20, pixKey: "blocked@acme.dev", settlement: { outcome: "MANUAL" } },
        { pixKey: "blocked@acme.dev", settlement: { outcome: "FAILED" } },
      ];
      const story = new Story({ balance: 50_000, settings: { triggers }, profile });
      const withdrawId = story.withdrawal(value);
      story.confirm(withdrawId);
      story.advance("PT10S");
      const failureReason = value === 10_013 ? "closed account" : null;
      expect(story.withdrawalOf(withdrawId)).toMatchObject({ status, failureReason });
    },
  );

  it("of an automatic withdrawal follows the triggers, too", () => {
    const triggers = [{ valueEndsWith: 13, settlement: { outcome: "FAILED" } }] as const;
    const profile = { automaticWithdrawal: { at: "06:00" } };
    const story = new Story({ balance: 10_013, settings: { triggers }, profile });
    story.given({ type: "change-company", companyId: story.companyId, patch: profile });
    expect(typesOf(story.advance("P1D"))).toContain("WithdrawalFailed");
  });

  it("comes only when told where the instance settles by hand", () => {
    const { story, withdrawId, companyId } = confirmed({ settlement: { outcome: "MANUAL" } });
    expect(story.advance("P365D")).toEqual([]);
    expect(story.withdrawalOf(withdrawId).payout?.settlesAt).toBeNull();
    story.given({ type: "settle-withdrawal", companyId, withdrawId, outcome: "CONFIRMED" });
    expect(story.withdrawalOf(withdrawId).status).toBe("CONFIRMED");
  });

  it("can be told before its time, and then does not come again", () => {
    const { story, withdrawId, companyId } = confirmed();
    const { events } = story.when({
      type: "settle-withdrawal",
      companyId,
      withdrawId,
      outcome: "FAILED",
      reason: "told",
    });
    expect(events).toEqual([{ type: "WithdrawalFailed", withdrawId, companyId, value: 10_000, reason: "told" }]);
    expect(story.agenda()).toEqual([]);
    expect(story.advance("P1D")).toEqual([]);
  });

  it("ends as was planned at the approval, whatever the settings have become", () => {
    const { story, withdrawId } = confirmed();
    story.changeSettings({ settlement: { outcome: "FAILED", delay: "P1D", reason: "later" }, withdrawalFee: 999 });
    story.advance("PT10S");
    expect(story.withdrawalOf(withdrawId)).toMatchObject({ status: "CONFIRMED", fee: 200 });
  });
});

describe("a withdrawal in review", () => {
  it("is paid out after its approval: the delay counts from there", () => {
    const { story, withdrawId, companyId } = confirmed({ manualApproval: true });
    story.advance("P3D");
    const { events, outcome } = story.when({ type: "approve-withdrawal", companyId, withdrawId });
    const payout = { settlesAt: instant("2026-01-18T12:00:10Z"), outcome: "CONFIRMED", reason: null };
    expect(events).toEqual([{ type: "WithdrawalApproved", withdrawId, companyId, payout }]);
    expect(outcome).toEqual({ type: "withdrawal-approved", withdrawId, companyId });
    expect(story.withdrawalOf(withdrawId).status).toBe("APPROVED");
    const [settled] = story.advance("PT10S");
    expect(iso(settled?.at)).toBe("2026-01-18T12:00:10.000Z");
    expect(story.withdrawalOf(withdrawId).status).toBe("CONFIRMED");
  });

  it("leaves the company's next open withdrawal open when it is approved or declined", () => {
    for (const type of ["approve-withdrawal", "decline-withdrawal"] as const) {
      const { story, withdrawId, companyId } = confirmed({ manualApproval: true });
      const next = story.withdrawal(1_000);
      story.given({ type, companyId, withdrawId });
      const { outcome } = story.when({ type: "initiate-withdrawal", companyId, value: 1_000 });
      expect(outcome).toEqual({ type: "withdrawal-already-open", withdrawId: next });
    }
  });

  it("is cancelled when declined, and all of it is given back", () => {
    const { story, withdrawId, companyId } = confirmed({ manualApproval: true });
    const { events, outcome } = story.when({ type: "decline-withdrawal", companyId, withdrawId });
    expect(events).toEqual([{ type: "WithdrawalDeclined", withdrawId, companyId, value: 10_000 }]);
    expect(outcome).toEqual({ type: "withdrawal-declined", withdrawId, companyId });
    expect(story.withdrawalOf(withdrawId).status).toBe("CANCELLED");
    expect(story.ledger).toMatchObject({ available: 50_000, unsettled: 0 });
  });
});

/** Of each status: what can be done with the withdrawal, and how it comes about. */
const statuses = {
  CREATED: { allows: ["cancel-withdrawal"], bring: () => open() },
  PENDING_REVIEW: {
    allows: ["approve-withdrawal", "decline-withdrawal"],
    bring: () => confirmed({ manualApproval: true }),
  },
  APPROVED: { allows: ["settle-withdrawal"], bring: () => confirmed() },
  CONFIRMED: { allows: [], bring: () => after(confirmed(), (story) => story.advance("PT10S")) },
  FAILED: {
    allows: [],
    bring: () => after(confirmed({ settlement: { outcome: "FAILED" } }), (story) => story.advance("PT10S")),
  },
  CANCELLED: { allows: [], bring: () => after(open(), (story, withdrawId) => story.cancel(withdrawId)) },
};
const payouts = [
  { type: "cancel-withdrawal", conflict: "withdrawal-not-cancellable" },
  { type: "approve-withdrawal", conflict: "withdrawal-state-conflict" },
  { type: "decline-withdrawal", conflict: "withdrawal-state-conflict" },
  { type: "settle-withdrawal", conflict: "withdrawal-state-conflict" },
] as const;

describe.each(Object.entries(statuses))("a withdrawal that is %s", (withdrawalStatus, { allows, bring }) => {
  it.each(payouts)("allows $type, or $conflict", ({ type, conflict }) => {
    const { story, withdrawId, companyId } = bring();
    const ids = { companyId, withdrawId };
    const asked = type === "settle-withdrawal" ? ({ type, ...ids, outcome: "CONFIRMED" } as const) : { type, ...ids };
    const { events, outcome } = story.when(asked);
    if (allows.some((allowed) => allowed === type)) return expect(events).not.toEqual([]);
    expect({ events, outcome }).toEqual({ events: [], outcome: { type: conflict, withdrawId, withdrawalStatus } });
  });
});
