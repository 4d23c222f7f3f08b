import { describe, expect, it } from "vitest";
import { instant, Story } from "../testing/story.ts";

const floor = 301;

function storyWith(balance = 50_000): Story {
  return new Story({ balance });
}

describe("initiating a withdrawal", () => {
  it("moves the value aside and mails a code to the responsible person", () => {
    const story = storyWith();
    const { companyId } = story;
    const { events, outcome } = story.when({ type: "initiate-withdrawal", companyId, value: 10_000 });
    if (outcome.type !== "initiated") throw new Error(outcome.type);
    const { withdrawId } = outcome;
    const messageId = story.inbox[0]?.messageId;
    const expiresAt = instant("2026-01-15T12:05:00Z");
    const to = "ana@acme.example";
    expect(events).toEqual([
      { type: "WithdrawalInitiated", withdrawId, companyId, value: 10_000, fee: 200, pixKey: "acme@pix.example" },
      { type: "OtpIssued", withdrawId, companyId, issue: 1, expiresAt, messageId, to },
    ]);
    expect(story.ledger).toMatchObject({ available: 40_000, unsettled: 10_000, bank: 0, fees: 0 });
    expect(story.inbox).toEqual([{ messageId, companyId, withdrawId, issue: 1, to, sentAt: story.now, expiresAt }]);
    expect(story.withdrawalOf(withdrawId)).toMatchObject({ status: "CREATED", origin: "MANUAL", endToEndId: null });
  });

  it("is refused while another is open, before anything else is looked at", () => {
    const story = storyWith();
    const { companyId } = story;
    const withdrawId = story.withdrawal(10_000);
    for (const value of [10_000, 1, 99_999_999]) {
      const { events, outcome } = story.when({ type: "initiate-withdrawal", companyId, value });
      expect(events).toEqual([]);
      expect(outcome).toEqual({ type: "withdrawal-already-open", withdrawId });
    }
  });

  it.each([
    { ending: "confirmed", end: (story: Story, id: string) => story.confirm(id) },
    { ending: "cancelled", end: (story: Story, id: string) => story.cancel(id) },
  ])("is possible again once the open one was $ending", ({ end }) => {
    const story = storyWith();
    const first = story.withdrawal(10_000);
    end(story, first);
    expect(story.withdrawal(10_000)).not.toBe(first);
  });

  it("is refused below the floor, which is minimum plus fee, before the balance is looked at", () => {
    const story = storyWith(100);
    const { companyId } = story;
    expect(story.when({ type: "initiate-withdrawal", companyId, value: floor - 1 })).toEqual({
      events: [],
      outcome: { type: "withdrawal-below-minimum", value: 300, minimum: 101, fee: 200, realMinimum: 301 },
    });
  });

  it("is refused beyond the balance", () => {
    const story = storyWith(1_000);
    const { companyId } = story;
    expect(story.when({ type: "initiate-withdrawal", companyId, value: 1_001 })).toEqual({
      events: [],
      outcome: { type: "insufficient-balance", value: 1_001, balance: 1_000 },
    });
  });

  it("is possible from exactly the floor to exactly the whole balance", () => {
    expect(storyWith(floor).withdrawal(floor)).toMatch(/^wdr_/);
    expect(storyWith(1_000).withdrawal(1_000)).toMatch(/^wdr_/);
  });

  it("keeps the fee and the PIX key of the moment", () => {
    const story = storyWith();
    const { companyId } = story;
    const withdrawId = story.withdrawal(10_000);
    story.changeSettings({ withdrawalFee: 900 });
    story.given({ type: "change-company", companyId, patch: { pixKey: "new" } });
    story.confirm(withdrawId);
    story.advance("PT10S");
    expect(story.withdrawalOf(withdrawId)).toMatchObject({ fee: 200, pixKey: "acme@pix.example" });
    expect(story.ledger).toMatchObject({ unsettled: 0, bank: 9_800, fees: 200 });
  });
});

describe("cancelling a withdrawal", () => {
  it("gives all of it back", () => {
    const story = storyWith();
    const { companyId } = story;
    const withdrawId = story.withdrawal(10_000);
    expect(story.cancel(withdrawId)).toEqual({
      events: [{ type: "WithdrawalCancelled", withdrawId, companyId, value: 10_000 }],
      outcome: { type: "cancelled", withdrawId, companyId },
    });
    expect(story.ledger).toMatchObject({ available: 50_000, unsettled: 0, fees: 0 });
    expect(story.withdrawalOf(withdrawId).status).toBe("CANCELLED");
  });
});
