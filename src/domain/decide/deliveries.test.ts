import { describe, expect, it } from "vitest";
import { backoffMs } from "../attempt.ts";
import type { CommandOf } from "../command.ts";
import { evolve } from "../evolve.ts";
import { lastInstant } from "../instant.ts";
import { type AttemptAnswer, resultOf } from "../testing/postman.ts";
import { iso, Story } from "../testing/story.ts";
import { only, typesOf } from "../testing/told.ts";

/** A story with one webhook and one payment that it is told of. */
function begin() {
  const story = new Story();
  const webhookId = story.webhook();
  story.charge({ paid: true });
  const [first] = story.deliveriesTo(webhookId);
  if (first === undefined) throw new Error("nothing is delivered");
  return { story, webhookId, deliveryId: first.deliveryId, companyId: story.companyId };
}

/** Fails so often, then acknowledges. */
function failing(times: number): (attempt: { number: number }) => AttemptAnswer {
  return ({ number }) => (number <= times ? 503 : "ok");
}

/** The report that an attempt has ended, by default the first of its delivery. */
function report(
  story: Story,
  deliveryId: string,
  answer: AttemptAnswer,
  others: Partial<CommandOf<"record-attempt">> = {},
) {
  const attempt = { deliveryId, number: 1, epoch: 0, attemptedAt: story.now, url: "https://hooks.acme.dev/saldo" };
  return story.when({ type: "record-attempt", ...attempt, ...resultOf(answer), ...others });
}

describe("a delivery", () => {
  it("waits from the moment of its notification, to be attempted at once", () => {
    const { story, deliveryId, webhookId, companyId } = begin();
    expect(story.deliveryOf(deliveryId)).toMatchObject({
      webhookId,
      companyId,
      event: "charge.paid",
      createdAt: story.now,
      state: "PENDING",
      attempts: [],
      attemptDue: { at: story.now },
    });
    expect(story.world.companies.get(companyId)?.deliveryIds).toEqual([deliveryId]);
  });

  it("is over with the first acknowledgement", () => {
    const { story, webhookId, deliveryId, companyId } = begin();
    const told = story.advance("P1D");
    expect(told.map(({ event }) => event)).toEqual([
      {
        type: "AttemptRecorded",
        deliveryId,
        webhookId,
        companyId,
        number: 1,
        attemptedAt: told[0]?.at,
        url: "https://hooks.acme.dev/saldo",
        httpStatus: 200,
        failure: null,
        state: "DELIVERED",
        nextAttemptAt: null,
      },
    ]);
    expect(iso(told[0]?.at)).toBe("2026-01-15T12:00:00.000Z");
  });

  it("is attempted again 5, 10, 20 and 40 seconds after its failures", () => {
    const { story } = begin();
    story.receiver = () => "TIMEOUT";
    const times = only("AttemptRecorded", story.advance("P1D")).map(({ attemptedAt }) =>
      iso(attemptedAt).slice(11, 19),
    );
    expect(times).toEqual(["12:00:00", "12:00:05", "12:00:15", "12:00:35", "12:01:15"]);
    expect([1, 2, 3, 4].map(backoffMs)).toEqual([5_000, 10_000, 20_000, 40_000]);
  });

  it("waits from when its failure is known, not from when the attempt began", () => {
    const { story, deliveryId } = begin();
    const attemptedAt = story.now;
    story.world.outbox.pop();
    story.now += 7_000;
    report(story, deliveryId, "TIMEOUT", { attemptedAt });
    expect(story.deliveryOf(deliveryId).attemptDue?.at).toBe(attemptedAt + 12_000);
  });

  it("is attempted at the last instant when there is no later one", () => {
    const story = new Story({ startAt: iso(lastInstant - 7_000) });
    const webhookId = story.webhook();
    story.receiver = () => 500;
    story.charge({ paid: true });
    story.runUntil(lastInstant);
    const [delivery] = story.deliveriesTo(webhookId);
    const left = delivery?.attempts.map(({ attemptedAt }) => lastInstant - attemptedAt);
    expect([delivery?.state, left]).toEqual(["FAILED", [7_000, 2_000, 0, 0, 0]]);
  });

  it("goes where its webhook points when an attempt begins, with the text that it had from the beginning", () => {
    const { story, webhookId, deliveryId, companyId } = begin();
    const { body } = story.deliveryOf(deliveryId);
    story.receiver = failing(2);
    story.advance("PT1S");
    const moved = "https://hooks.acme.dev/moved";
    story.given({ type: "change-webhook", companyId, webhookId, patch: { url: moved } });
    story.advance("PT1M");
    const { attempts, body: sent } = story.deliveryOf(deliveryId);
    expect(attempts.map(({ url }) => url)).toEqual(["https://hooks.acme.dev/saldo", moved, moved]);
    expect(sent).toBe(body);
  });

  it("that fails five times has failed, and its webhook is deactivated with it", () => {
    const { story, webhookId, deliveryId } = begin();
    story.receiver = failing(5);
    const told = story.advance("P1D");
    expect(typesOf(told)).toEqual([...Array.from({ length: 5 }, () => "AttemptRecorded"), "WebhookDeactivated"]);
    expect(story.deliveryOf(deliveryId)).toMatchObject({ state: "FAILED", attemptDue: null });
    const { active, deactivatedAt } = story.webhookOf(webhookId);
    expect([active, iso(deactivatedAt)]).toEqual([false, "2026-01-15T12:01:15.000Z"]);
  });
});

describe("failures", () => {
  it("are counted for each delivery alone: four of one and four of another deactivate nothing", () => {
    const { story, webhookId } = begin();
    story.charge({ paid: true });
    story.receiver = failing(4);
    story.advance("P1D");
    expect(story.deliveriesTo(webhookId).map(({ state }) => state)).toEqual(["DELIVERED", "DELIVERED"]);
    expect(story.webhookOf(webhookId).active).toBe(true);
  });
});

describe("a deactivation", () => {
  it("cancels what waits for the webhook, and nothing is raised for it from then on", () => {
    const { story, webhookId } = begin();
    story.receiver = () => 500;
    story.advance("PT1M1S");
    story.charge({ paid: true });
    story.advance("PT14S");
    story.charge({ paid: true });
    expect(story.deliveriesTo(webhookId)).toMatchObject([
      { state: "FAILED", attemptDue: null },
      { state: "CANCELLED", attemptDue: null, attempts: [{ number: 1 }, { number: 2 }] },
    ]);
    expect(only("AttemptRecorded", story.advance("P1D"))).toEqual([]);
  });

  it.each<{ answer: AttemptAnswer; state: string }>([
    { answer: "ok", state: "DELIVERED" },
    { answer: 500, state: "CANCELLED" },
  ])("leaves a fifth attempt under way to end, with $answer as $state", ({ answer, state }) => {
    const { story, webhookId, deliveryId } = begin();
    story.charge({ paid: true });
    story.receiver = (attempt) => (attempt.deliveryId !== deliveryId && attempt.number === 5 ? answer : 500);
    const told = story.advance("P1D");
    expect(typesOf(told.slice(-3))).toEqual(["AttemptRecorded", "WebhookDeactivated", "AttemptRecorded"]);
    expect(story.deliveriesTo(webhookId).map((each) => [each.state, each.attempts.length])).toEqual([
      ["FAILED", 5],
      [state, 5],
    ]);
    expect(story.webhookOf(webhookId)).toMatchObject({ active: false, log: { length: 10 } });
  });
});

it("a webhook that was reactivated begins clean: an attempt from before, though it was a fifth, deactivates nothing", () => {
  const { story, webhookId, deliveryId, companyId } = begin();
  story.charge({ paid: true });
  const late = story.deliveriesTo(webhookId)[1]?.deliveryId ?? "";
  for (const number of [1, 2, 3, 4]) {
    report(story, deliveryId, 500, { number });
    report(story, late, 500, { number });
  }
  expect(typesOf(report(story, deliveryId, 500, { number: 5 }).events)).toEqual([
    "AttemptRecorded",
    "WebhookDeactivated",
  ]);
  story.given({ type: "reactivate-webhook", companyId, webhookId });
  story.charge({ paid: true });
  expect(typesOf(report(story, late, 500, { number: 5 }).events)).toEqual(["AttemptRecorded"]);
  expect(story.webhookOf(webhookId).active).toBe(true);
  expect(story.deliveriesTo(webhookId).map(({ state }) => state)).toEqual(["FAILED", "CANCELLED", "PENDING"]);
});

describe("the result of an attempt", () => {
  const notAwaited = (deliveryId: string, number: number) => ({
    events: [],
    outcome: { type: "attempt-not-awaited", deliveryId, number },
  });

  it("is recorded once", () => {
    const { story, deliveryId } = begin();
    expect(report(story, deliveryId, 500).outcome.type).toBe("attempt-recorded");
    expect(report(story, deliveryId, "ok")).toEqual(notAwaited(deliveryId, 1));
    expect(story.deliveryOf(deliveryId)).toMatchObject({ state: "PENDING", attempts: [{ httpStatus: 500 }] });
  });

  it("is shown with what was measured, and without a measurement as if no time had passed", () => {
    const { story, webhookId, deliveryId, companyId } = begin();
    const ids = { deliveryId, webhookId, companyId };
    const attemptedAt = story.now - 2;
    const facts = { attemptedAt, url: "https://hooks.acme.dev/saldo", ...resultOf(500), nextAttemptAt: null };
    const event = { type: "AttemptRecorded", ...ids, ...facts, state: "FAILED" } as const;
    const measured = { sentAt: 7, durationMs: 31, error: "no", responseBody: "no" };
    evolve(story.world, { ...event, number: 1 }, story.now, { attempt: measured });
    evolve(story.world, { ...event, number: 2 }, story.now);
    const { attempts } = story.deliveryOf(deliveryId);
    expect(attempts).toMatchObject([measured, { sentAt: attemptedAt, durationMs: 0, responseBody: null }]);
  });

  it.each([0, 2, 6])("is ignored out of its turn, as number %i", (number) => {
    const { story, deliveryId } = begin();
    expect(report(story, deliveryId, "ok", { number })).toEqual(notAwaited(deliveryId, number));
  });

  it("is ignored when it was begun before a rewind", () => {
    const { story, deliveryId } = begin();
    story.world.epoch = 1;
    expect(report(story, deliveryId, "ok", { epoch: 0 })).toEqual(notAwaited(deliveryId, 1));
    expect(report(story, deliveryId, "ok", { epoch: 1 }).outcome.type).toBe("attempt-recorded");
  });
});
