import { describe, expect, it } from "vitest";
import { iso, Story } from "../testing/story.ts";
import { notificationsIn, only, type Told, typesOf } from "../testing/told.ts";

/** What happened when, in a form that reads like a table. */
function tableOf(told: readonly Told[]): string[] {
  const shown = told.filter(({ event }) => event.type !== "AutomaticWithdrawalScheduled");
  return shown.map(({ at, event }) => `${iso(at)} ${event.type}`);
}

/** The times in UTC of the withdrawals that were made or skipped. */
function timesOf(told: readonly Told[]): string[] {
  const daily = told.filter(({ event }) => /^AutomaticWithdrawal(Made|Skipped)$/.test(event.type));
  return daily.map(({ at }) => iso(at).slice(0, 16));
}

describe("an automatic withdrawal", () => {
  it("takes the whole available balance at the company's local time: no code, no review, told like any other", () => {
    const story = new Story({
      balance: 50_000,
      settings: { manualApproval: true },
      profile: { automaticWithdrawal: { at: "06:00" } },
    });
    const { companyId } = story;
    const told = story.runUntil("2026-01-16T10:00:00Z");
    expect(tableOf(told)).toEqual([
      "2026-01-16T09:00:00.000Z AutomaticWithdrawalMade",
      "2026-01-16T09:00:10.000Z WithdrawalSettled",
      "2026-01-16T09:00:10.000Z NotificationRaised",
    ]);
    const [made] = only("AutomaticWithdrawalMade", told);
    expect(made).toMatchObject({ companyId, value: 50_000, fee: 200, pixKey: "acme@pix.example" });
    expect(story.ledger).toMatchObject({ available: 0, unsettled: 0, bank: 49_800, fees: 200 });
    expect(story.inbox).toEqual([]);
    expect(story.withdrawalOf(made?.withdrawId ?? "")).toMatchObject({
      origin: "AUTOMATIC",
      status: "CONFIRMED",
      otp: null,
      endToEndId: expect.stringMatching(/^E99999004202601160900/),
    });
  });

  it("takes what was released at 03:00 in the withdrawal of 06:00, which settles at 06:00:10 and is told", () => {
    const story = new Story({
      startAt: "2026-01-15T06:00:00Z",
      settings: { retention: { percent: 40, holdFor: "P1D" } },
      profile: { automaticWithdrawal: { at: "06:00" } },
    });
    story.runUntil("2026-01-15T06:00:00Z");
    story.charge({ total: 10_000, paid: true });
    const told = story.runUntil("2026-01-16T23:00:00Z");
    expect(tableOf(told)).toEqual([
      "2026-01-15T09:00:00.000Z AutomaticWithdrawalMade",
      "2026-01-15T09:00:10.000Z WithdrawalSettled",
      "2026-01-15T09:00:10.000Z NotificationRaised",
      "2026-01-16T06:00:00.000Z HoldReleased",
      "2026-01-16T09:00:00.000Z AutomaticWithdrawalMade",
      "2026-01-16T09:00:10.000Z WithdrawalSettled",
      "2026-01-16T09:00:10.000Z NotificationRaised",
    ]);
    expect(only("AutomaticWithdrawalMade", told).map(({ value }) => value)).toEqual([6_000, 4_000]);
    expect(notificationsIn(told)).toEqual(["withdraw.completed", "withdraw.completed"]);
  });

  it.each([
    { balance: 301, type: "AutomaticWithdrawalMade" },
    { balance: 300, type: "AutomaticWithdrawalSkipped" },
  ])("of $balance cents: $type, for the floor is 301", ({ balance, type }) => {
    const story = new Story({ balance, profile: { automaticWithdrawal: { at: "06:00" } } });
    const told = story.runUntil("2026-01-16T09:00:00Z");
    expect(typesOf(told)).toEqual([type, "AutomaticWithdrawalScheduled"]);
  });

  it("that is skipped says why, makes no withdrawal, and comes again the next day", () => {
    const story = new Story({ balance: 300, profile: { automaticWithdrawal: { at: "06:00" } } });
    const told = story.runUntil("2026-01-17T00:00:00Z");
    expect(only("AutomaticWithdrawalSkipped", told)).toMatchObject([{ availableCents: 300, floorCents: 301 }]);
    expect(story.world.withdrawals.size).toBe(0);
    story.charge({ total: 1, paid: true });
    expect(only("AutomaticWithdrawalMade", story.advance("P1D"))).toMatchObject([{ value: 301 }]);
  });
});

describe("setting up automatic withdrawals", () => {
  it("puts the first on the agenda, a change moves it, null takes it off", () => {
    const story = new Story();
    const { companyId } = story;
    const set = (automaticWithdrawal: { at: string } | null) => {
      story.given({ type: "change-company", companyId, patch: { automaticWithdrawal } });
      return story.agenda().map(({ at }) => iso(at));
    };
    expect(set({ at: "06:00" })).toEqual(["2026-01-16T09:00:00.000Z"]);
    expect(set({ at: "18:30" })).toEqual(["2026-01-15T21:30:00.000Z"]);
    expect(set(null)).toEqual([]);
    expect(story.advance("P3D")).toEqual([]);
  });

  it("is not touched by a change of something else", () => {
    const story = new Story({ profile: { automaticWithdrawal: { at: "06:00" } } });
    const before = story.agenda();
    const { companyId } = story;
    const { events } = story.when({ type: "change-company", companyId, patch: { name: "Acme II" } });
    expect(typesOf(events)).toEqual(["CompanyChanged"]);
    expect(story.agenda()).toEqual(before);
  });

  it("follows the instance's time zone: a change of it moves what is on the agenda", () => {
    const story = new Story({ profile: { automaticWithdrawal: { at: "06:00" } } });
    story.addCompany({ name: "Other" });
    const { events } = story.when({ type: "change-settings", patch: { timeZone: "Asia/Tokyo" } });
    expect(typesOf(events)).toEqual(["SettingsChanged", "AutomaticWithdrawalScheduled"]);
    expect(timesOf(story.advance("P2D"))).toEqual(["2026-01-15T21:00", "2026-01-16T21:00"]);
  });

  it("is left alone by settings that leave the time zone as it is", () => {
    const story = new Story({ profile: { automaticWithdrawal: { at: "06:00" } } });
    const patch = { withdrawalFee: 0, timeZone: "America/Sao_Paulo" };
    expect(typesOf(story.when({ type: "change-settings", patch }).events)).toEqual(["SettingsChanged"]);
  });

  it("of nothing is never made, even where the floor is zero", () => {
    const settings = { minimumWithdrawal: 0, withdrawalFee: 0 };
    const story = new Story({ settings, profile: { automaticWithdrawal: { at: "06:00" } } });
    expect(typesOf(story.advance("P1D"))).toEqual(["AutomaticWithdrawalSkipped", "AutomaticWithdrawalScheduled"]);
  });
});
