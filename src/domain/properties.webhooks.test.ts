import { describe, expect } from "vitest";
import type { DeliveryState } from "./delivery.ts";
import type { Instant } from "./instant.ts";
import { outboxItems } from "./outbox.ts";
import { type AuditedDelivery, DeliveryAuditor } from "./testing/delivery-auditor.ts";
import { holds } from "./testing/holds.ts";
import { begin, perform, told } from "./testing/tell.ts";
import { only } from "./testing/told.ts";
import { webhookSecret } from "./webhook.ts";
import { must } from "./world.ts";

const stateNames: Record<AuditedDelivery["state"], DeliveryState> = {
  open: "PENDING",
  delivered: "DELIVERED",
  failed: "FAILED",
  cancelled: "CANCELLED",
};

describe("in every history", () => {
  holds(
    "a notification has one delivery for each webhook that was active and had selected it, and none else",
    (seed, moves) => {
      const auditor = new DeliveryAuditor();
      for (const { at, event } of told(seed, moves).history) {
        if (event.type === "NotificationRaised") {
          expect(event.name).not.toBe("charge.received");
          const receivers = event.deliveries.map(({ webhookId }) => webhookId);
          expect(receivers).toEqual(auditor.receiversOf(event));
          for (const webhookId of receivers) {
            expect(auditor.webhooks.get(webhookId)).toMatchObject({ companyId: event.companyId, active: true });
          }
        }
        auditor.read(event, at);
      }
    },
  );

  holds("attempts are numbered from 1, at most five and one for each time it was asked for again", (seed, moves) => {
    const auditor = new DeliveryAuditor();
    const last = new Map<string, Instant>();
    for (const { at, event } of told(seed, moves).history) {
      if (event.type === "AttemptRecorded") {
        const { state, attempts, asked } = auditor.delivery(event.deliveryId);
        expect(event.number).toBe(attempts + 1);
        expect(event.number).toBeLessThanOrEqual(5 + asked);
        expect(state === "open" || state === "cancelled").toBe(true);
        expect(event.attemptedAt).toBeLessThanOrEqual(at);
        expect(event.attemptedAt).toBeGreaterThanOrEqual(last.get(event.deliveryId) ?? 0);
        last.set(event.deliveryId, event.attemptedAt);
      }
      auditor.read(event, at);
    }
  });

  holds(
    "an attempt is made at once or when its fault says, or 5, 10, 20 and 40 seconds after the one before it had failed",
    (seed, moves) => {
      const auditor = new DeliveryAuditor();
      for (const { at, event } of told(seed, moves).history) {
        const dueAt = event.type === "AttemptRecorded" ? auditor.delivery(event.deliveryId).dueAt : null;
        if (event.type === "AttemptRecorded" && dueAt !== null) expect(event.attemptedAt).toBe(dueAt);
        auditor.read(event, at);
      }
    },
  );

  holds(
    "a webhook is deactivated by the fifth failure of what nobody had to ask for, and by nothing else",
    (seed, moves) => {
      const auditor = new DeliveryAuditor();
      const { history } = told(seed, moves);
      for (const [i, { at, event }] of history.entries()) {
        const next = history[i + 1]?.event;
        const isDeactivated = next?.type === "WebhookDeactivated";
        if (event.type === "AttemptRecorded") expect(isDeactivated).toBe(auditor.mustDeactivate(event));
        else expect(isDeactivated).toBe(false);
        if (isDeactivated && "webhookId" in event) expect(next.webhookId).toBe(event.webhookId);
        auditor.read(event, at);
      }
    },
  );

  holds("deliveries are where an independent auditor sees them, and the outbox has those that wait", (seed, moves) => {
    const story = begin(seed);
    const auditor = new DeliveryAuditor();
    let position = 0;
    for (const move of moves) {
      perform(story, move);
      for (const { at, event } of story.history.slice(position)) auditor.read(event, at);
      position = story.history.length;
      const { deliveries } = story.world;
      const seen = [...deliveries.values()].map(({ deliveryId, state, attemptDue, attempts }) => {
        return { deliveryId, state, dueAt: attemptDue?.at ?? null, attempts: attempts.length };
      });
      const expected = [...auditor.deliveries].map(([deliveryId, { state, dueAt, attempts }]) => {
        return { deliveryId, state: stateNames[state], dueAt, attempts };
      });
      expect(seen).toEqual(expected);
      const waiting = seen.filter(({ state }) => state === "PENDING");
      expect(waiting.filter(({ dueAt }) => dueAt === null)).toEqual([]);
      expect(seen.filter(({ dueAt }) => dueAt !== null)).toEqual(waiting);
      const items = outboxItems(story.world).map(({ deliveryId, at }) => `${deliveryId} ${at}`);
      expect(items.sort()).toEqual(waiting.map(({ deliveryId, dueAt }) => `${deliveryId} ${dueAt}`).sort());
    }
  });

  holds("what is held back is set free by the next attempt of a later delivery to its webhook", (seed, moves) => {
    const auditor = new DeliveryAuditor();
    const { history } = told(seed, moves);
    for (const [i, { at, event }] of history.entries()) {
      if (event.type === "AttemptRecorded") {
        const isTheEnd = auditor.mustDeactivate(event);
        const released = isTheEnd ? [] : auditor.overtakenBy(event.deliveryId);
        const next = history.slice(i + 1, i + 1 + released.length).map((it) => it.event);
        expect(only("DeliveryReleased", next).map(({ deliveryId }) => deliveryId)).toEqual(released);
      }
      if (event.type === "DeliveryReleased") expect(auditor.delivery(event.deliveryId).heldBack).toBe(true);
      auditor.read(event, at);
    }
  });

  holds("a webhook that is inactive waits for nothing, and what is deleted is inactive", (seed, moves) => {
    const story = begin(seed);
    for (const move of moves) {
      perform(story, move);
      for (const { state, webhookId } of story.world.deliveries.values()) {
        if (state === "PENDING") expect(must(story.world.webhooks, webhookId).active).toBe(true);
      }
      for (const { companyId, webhookId, active, deactivatedAt, deleted } of story.world.webhooks.values()) {
        expect(active).toBe(deactivatedAt === null);
        expect(deleted && active).toBe(false);
        expect(must(story.world.companies, companyId).webhookIds.includes(webhookId)).toBe(!deleted);
      }
    }
  });

  holds("a webhook's log has each of its attempts once, in the order in which they ended", (seed, moves) => {
    const { history, world } = told(seed, moves);
    const ended = only("AttemptRecorded", history);
    for (const { webhookId, log } of world.webhooks.values()) {
      const own = ended.filter((event) => event.webhookId === webhookId);
      expect(log).toEqual(own.map(({ deliveryId, number }) => ({ deliveryId, number })));
    }
  });

  holds("no event holds a webhook's secret", (seed, moves) => {
    const { history, world } = told(seed, moves);
    const text = JSON.stringify(history);
    for (const webhookId of world.webhooks.keys()) {
      expect(text).not.toContain(webhookSecret(world.seed, webhookId).slice("whsec_".length));
    }
  });
});
