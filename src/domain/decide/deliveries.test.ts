import { expect, it } from "vitest";
import type { CommandOf } from "../command.ts";
import { evolve } from "../evolve.ts";
import { lastInstant } from "../instant.ts";
import { type AttemptAnswer, resultOf } from "../testing/postman.ts";
import { iso, Story } from "../testing/story.ts";

/** A story with one webhook and one payment that it is told of. */
function begin() {
  const story = new Story();
  const webhookId = story.webhook();
  story.charge({ paid: true });
  const [deliveryId = ""] = story.webhookOf(webhookId).deliveryIds;
  /** Reports that an attempt has ended, by default the first. */
  const report = (answer: AttemptAnswer, others: Partial<CommandOf<"record-attempt">> = {}) => {
    const attempt = { deliveryId, number: 1, epoch: 0, attemptedAt: story.now, url: "https://hooks.acme.dev/saldo" };
    return story.when({ type: "record-attempt", ...attempt, ...resultOf(answer), ...others });
  };
  return { story, webhookId, deliveryId, report };
}

it("a delivery is attempted at the last instant when there is no later one", () => {
  const story = new Story({ startAt: iso(lastInstant - 7_000) });
  story.webhook();
  story.receiver = () => 500;
  story.charge({ paid: true });
  story.runUntil(lastInstant);
  const [delivery] = story.world.deliveries.values();
  const left = delivery?.attempts.map(({ attemptedAt }) => lastInstant - attemptedAt);
  expect([delivery?.state, left]).toEqual(["FAILED", [7_000, 2_000, 0, 0, 0]]);
});

it("the result of an attempt is ignored when it was begun before a rewind", () => {
  const { story, report } = begin();
  story.world.epoch = 1;
  expect(report("ok", { epoch: 0 }).outcome.type).toBe("attempt-not-awaited");
  expect(report("ok", { epoch: 1 }).outcome.type).toBe("attempt-recorded");
});

it("the result of an attempt is shown with what was measured, and without a measurement as if no time had passed", () => {
  const { story, webhookId, deliveryId } = begin();
  const ids = { deliveryId, webhookId, companyId: story.companyId };
  const attemptedAt = story.now - 2;
  const facts = { attemptedAt, url: "https://hooks.acme.dev/saldo", ...resultOf(500), nextAttemptAt: null };
  const event = { type: "AttemptRecorded", ...ids, ...facts, state: "FAILED" } as const;
  const measured = { sentAt: 7, durationMs: 31, error: "no", responseBody: "no" };
  evolve(story.world, { ...event, number: 1 }, story.now, { attempt: measured });
  evolve(story.world, { ...event, number: 2 }, story.now);
  const { attempts } = story.deliveryOf(deliveryId);
  expect(attempts).toMatchObject([measured, { sentAt: attemptedAt, durationMs: 0, responseBody: null }]);
});
