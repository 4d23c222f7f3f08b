import { existing } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { Handlers } from "../server/handler.ts";

/** Counts what waits for a decision: a company's own, and what the super admin has to review. */
export const summaryHandlers = {
  getSummary: {
    answer: (_call, session) =>
      session.read(({ world, position }, { withdrawIds, deliveryIds, webhookIds, inbox }) => ({
        type: "summary-read",
        position,
        awaitingCode: count(withdrawIds, (id) => existing(world.withdrawals, id).status === "CREATED"),
        pendingReview: count(world.withdrawals.values(), ({ status }) => status === "PENDING_REVIEW"),
        failedDeliveries: count(deliveryIds, (id) => existing(world.deliveries, id).state === "FAILED"),
        inactiveWebhooks: count(webhookIds, (id) => !existing(world.webhooks, id).active),
        faults: world.faults.list.length,
        messages: inbox.length,
      })),
  },
} satisfies Partial<Handlers<operations>>;

function count<T>(items: Iterable<T>, isCounted: (item: T) => boolean): number {
  let found = 0;
  for (const item of items) if (isCounted(item)) found += 1;
  return found;
}
