import { existing } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { Handlers } from "../server/handler.ts";
import { count } from "../view/count.ts";

const summaryShape = {
  position: true,
  awaitingCode: true,
  pendingReview: true,
  failedDeliveries: true,
  inactiveWebhooks: true,
  faults: true,
  messages: true,
} as const;

/** Counts what waits for a decision: a company's own, and what the super admin has to review. */
export const summaryHandlers = {
  getSummary: {
    shapes: { "summary-read": summaryShape },
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
