import { describe, expect, it } from "vitest";
import { commandFor } from "./decide.ts";
import { nextAttempt, nextDue, nextDueAt, outboxItems } from "./schedule.ts";
import { instant, iso, Story } from "./testing/story.ts";
import { typesOf } from "./testing/told.ts";

describe("the agenda", () => {
  it("is in the order of due times, whatever the order of scheduling", () => {
    const story = new Story();
    const expiries = ["PT3H", "PT1H", "PT2H"].map((expiresIn) => story.charge({ expiresIn }));
    expect(story.agenda().map(({ id }) => id)).toEqual([expiries[1], expiries[2], expiries[0]]);
    expect(nextDue(story.world)).toMatchObject({ type: "charge-expiry", id: expiries[1] });
  });

  it("is in the order of scheduling where due times are equal", () => {
    const story = new Story({ settings: { retention: { percent: 50, holdFor: "PT1H" } } });
    const expected: string[] = [];
    for (let i = 0; i < 20; i += 1) {
      expected.push(story.charge({ expiresIn: "PT1H" }), story.charge({ paid: true }));
    }
    expect(story.agenda().map(({ id }) => id)).toEqual(expected);
    const done = story.advance("PT1H").map(({ event }) => ("chargeId" in event ? event.chargeId : null));
    expect(done.filter((id) => id !== null)).toEqual(expected);
  });

  it("skips what no longer waits: the expiry of a charge that was paid", () => {
    const story = new Story();
    const chargeId = story.charge({ expiresIn: "PT1H" });
    story.given({ type: "pay-charge", companyId: story.companyId, chargeId });
    expect(story.agenda()).toEqual([]);
    expect(story.world.agenda.length).toBe(1);
    expect(nextDue(story.world)).toBeNull();
    expect(story.world.agenda.length).toBe(0);
    expect(story.advance("P1D")).toEqual([]);
  });

  it("tells by the order of scheduling, not by the time, which item is current", () => {
    const story = new Story();
    const { companyId } = story;
    const patch = { automaticWithdrawal: { at: "12:00" } };
    story.given({ type: "change-company", companyId, patch }, { type: "change-company", companyId, patch });
    expect(story.agenda()).toHaveLength(1);
    expect(typesOf(story.advance("PT12H"))).toEqual(["AutomaticWithdrawalSkipped", "AutomaticWithdrawalScheduled"]);
  });

  it("turns each kind of item into the command that does it", () => {
    const story = new Story({
      balance: 10_000,
      settings: { retention: { percent: 10, holdFor: "P1D" } },
      profile: { automaticWithdrawal: { at: "06:00" } },
    });
    const { companyId } = story;
    const chargeId = story.charge({ paid: true });
    const pendingId = story.charge({ expiresIn: "P2D" });
    const subscriptionId = story.subscription();
    story.given({ type: "authorize-subscription", companyId, subscriptionId });
    const withdrawId = story.withdrawal(1_000);
    story.confirm(withdrawId);
    expect(story.agenda().map((item) => commandFor(story.world, item))).toEqual([
      { type: "settle-withdrawal", companyId, withdrawId, outcome: "CONFIRMED", reason: null },
      { type: "make-automatic-withdrawal", companyId },
      { type: "release-hold", companyId, chargeId },
      { type: "expire-charge", companyId, chargeId: pendingId },
      { type: "bill-subscription", companyId, subscriptionId, scheduled: true },
    ]);
    expect(story.now).toBe(instant("2026-01-15T12:00:00Z"));
  });
});

describe("the outbox", () => {
  it("has the attempts in the order in which they are due, then that in which they were planned", () => {
    const story = new Story();
    const slow = story.webhook();
    story.receiver = ({ webhookId }) => (webhookId === slow ? 500 : "ok");
    story.charge({ paid: true });
    story.advance("PT0S");
    const [first, second] = [story.webhook(), story.webhook()];
    story.advance("PT1S");
    story.charge({ paid: true });
    const attempts = outboxItems(story.world).map(({ deliveryId, at }) => {
      return [story.deliveryOf(deliveryId).webhookId, iso(at).slice(17, 19)];
    });
    expect(attempts).toEqual([
      [slow, "01"],
      [first, "01"],
      [second, "01"],
      [slow, "05"],
    ]);
  });

  it("skips what no longer waits: the deliveries of a webhook that was deleted", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook();
    story.charge({ paid: true });
    story.given({ type: "delete-webhook", companyId, webhookId });
    expect(story.world.outbox.length).toBe(1);
    expect(outboxItems(story.world)).toEqual([]);
    expect(nextAttempt(story.world)).toBeNull();
    expect(story.world.outbox.length).toBe(0);
  });

  it("skips what was brought forward: the attempt is made once, at the earlier time", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook();
    story.receiver = ({ number }) => (number === 1 ? 500 : "ok");
    story.charge({ paid: true });
    story.advance("PT1S");
    const [delivery] = story.deliveriesTo(webhookId);
    if (delivery === undefined) throw new Error("nothing is delivered");
    story.given({ type: "redeliver", companyId, deliveryId: delivery.deliveryId });
    expect(story.world.outbox.length).toBe(2);
    expect(outboxItems(story.world).map(({ at }) => at)).toEqual([story.now]);
    expect(typesOf(story.advance("P1D"))).toEqual(["AttemptRecorded"]);
  });
});

describe("what is next to happen", () => {
  it.each([
    { expiresIn: "PT4S", second: "04" },
    { expiresIn: "PT6S", second: "05" },
  ])("is the earlier of the two: with an expiry after $expiresIn at :$second", ({ expiresIn, second }) => {
    const story = new Story();
    story.webhook();
    story.receiver = () => 500;
    story.charge({ expiresIn });
    story.charge({ paid: true });
    story.advance("PT0S");
    expect(iso(nextDueAt(story.world)).slice(17, 19)).toBe(second);
  });
});
