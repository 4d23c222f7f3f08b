import { describe, expect, it } from "vitest";
import type { Retention } from "../settings.ts";
import { instant, iso, Story } from "../testing/story.ts";
import { only } from "../testing/told.ts";

const largest = Number.MAX_SAFE_INTEGER;

function percent(of: number, holdFor = "P30D"): Retention {
  return { percent: of, holdFor };
}

describe("a payment", () => {
  it("is available at once without retention", () => {
    const story = new Story();
    story.charge({ total: 9_900, paid: true });
    expect(story.ledger).toMatchObject({ available: 9_900, reserved: 0 });
    expect(story.holds).toEqual([]);
  });

  it.each([
    { total: 101, of: 50, held: 51, why: "50.5 goes up" },
    { total: 10_000, of: 100, held: 10_000, why: "all" },
  ])("of $total with $of % retained holds $held: $why", ({ total, of, held }) => {
    const story = new Story({ settings: { retention: percent(of) } });
    const chargeId = story.charge({ total, paid: true });
    expect(story.ledger).toMatchObject({ available: total - held, reserved: held, customers: -total });
    expect(story.holds).toMatchObject([{ chargeId, amountCents: held }]);
  });

  it.each([
    { total: 10_000, of: 0 },
    { total: 49, of: 1 },
  ])("of $total with $of % retained holds nothing, and has no hold of zero", ({ total, of }) => {
    const story = new Story({ settings: { retention: percent(of) } });
    story.charge({ total, paid: true });
    expect(story.holds).toEqual([]);
    expect(story.agenda()).toEqual([]);
    expect(story.ledger).toMatchObject({ available: total, reserved: 0 });
  });

  it.each([
    { instance: 10, company: null, own: undefined, held: 1_000 },
    { instance: 10, company: 20, own: undefined, held: 2_000 },
    { instance: 10, company: 20, own: 30, held: 3_000 },
    { instance: 10, company: 0, own: undefined, held: 0 },
    { instance: null, company: null, own: undefined, held: 0 },
  ])("retains by the charge ($own), else the company ($company), else the instance ($instance)", (row) => {
    const story = new Story({
      settings: { retention: row.instance === null ? null : percent(row.instance) },
      profile: { retention: row.company === null ? null : percent(row.company) },
    });
    const retention = row.own === undefined ? undefined : percent(row.own);
    const chargeId = story.charge({ retention });
    story.move("pay-charge", chargeId);
    expect(story.ledger.reserved).toBe(row.held);
  });

  it("retains by what holds when it is paid, not when it is created", () => {
    const story = new Story({ settings: { retention: percent(10) } });
    const early = story.charge();
    story.changeSettings({ retention: percent(40, "P1D") });
    story.move("pay-charge", early);
    expect(story.ledger.reserved).toBe(4_000);
    story.changeSettings({ retention: null });
    expect(story.ledger.reserved).toBe(4_000);
    expect(story.holds.map(({ due }) => iso(due.at))).toEqual(["2026-01-16T12:00:00.000Z"]);
  });

  it("tells what the charge was before", () => {
    const story = new Story();
    const chargeId = story.charge();
    story.move("process-charge", chargeId);
    const [notification] = only("NotificationRaised", story.move("pay-charge", chargeId).events);
    expect(notification?.name).toBe("charge.paid");
    expect(JSON.parse(notification?.body ?? "").charge).toMatchObject({ previousStatus: "PROCESSING" });
  });

  it("is refused where it could no longer be counted exactly, at creation too, and the charge stays as it was", () => {
    const story = new Story({ balance: largest });
    const { companyId } = story;
    const chargeId = story.charge({ total: 1 });
    const full = { events: [], outcome: { type: "ledger-full", total: 1 } };
    expect(story.move("pay-charge", chargeId)).toEqual(full);
    expect(story.when({ type: "create-charge", companyId, total: 1, paid: true })).toEqual(full);
    expect(story.chargeOf(chargeId).paymentStatus).toBe("PENDING");
  });
});

describe("a hold", () => {
  it("counts as available at exactly its release, leaves the holds, and tells no one", () => {
    const story = new Story({ settings: { retention: percent(30, "P30D") } });
    const { companyId } = story;
    const chargeId = story.charge({ paid: true });
    const releaseAt = instant("2026-02-14T12:00:00Z");
    expect(story.holds[0]?.due.at).toBe(releaseAt);
    expect(story.runUntil(releaseAt - 1)).toEqual([]);
    expect(story.ledger).toMatchObject({ available: 7_000, reserved: 3_000 });
    const told = story.runUntil(releaseAt);
    expect(told).toEqual([{ at: releaseAt, event: { type: "HoldReleased", companyId, chargeId, amountCents: 3_000 } }]);
    expect(story.ledger).toMatchObject({ available: 10_000, reserved: 0 });
    expect(story.holds).toEqual([]);
  });
});
