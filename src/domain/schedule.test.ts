import { expect, it } from "vitest";
import { agendaItems, nextAttempt, nextDue, outboxItems } from "./schedule.ts";
import { Story } from "./testing/story.ts";

it("the agenda skips what no longer waits: the expiry of a charge that was paid", () => {
  const story = new Story();
  const chargeId = story.charge({ expiresIn: "PT1H" });
  story.given({ type: "pay-charge", companyId: story.companyId, chargeId });
  expect(agendaItems(story.world)).toEqual([]);
  expect([...story.world.agenda]).toHaveLength(1);
  expect(nextDue(story.world)).toBeNull();
  expect([...story.world.agenda]).toEqual([]);
  expect(story.advance("P1D")).toEqual([]);
});

it("the outbox skips what no longer waits: the deliveries of a webhook that was deleted", () => {
  const story = new Story();
  const { companyId } = story;
  const webhookId = story.webhook();
  story.charge({ paid: true });
  story.given({ type: "delete-webhook", companyId, webhookId });
  expect([...story.world.outbox]).toHaveLength(1);
  expect(outboxItems(story.world)).toEqual([]);
  expect(nextAttempt(story.world)).toBeNull();
  expect([...story.world.outbox]).toEqual([]);
});
