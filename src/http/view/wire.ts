import type { Notification, Wire } from "../../domain/notification.ts";
import type { SpecDocument } from "../../spec/document.ts";
import { compileNotification } from "../../spec/renderer.ts";
import type { ObjectShape } from "../../spec/shape.ts";
import { customerShape, customerView } from "./charge-view.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";

const envelope = { event: true, timestamp: true } as const;
const chargeFields = { chargeId: true, companyId: true, paymentStatus: true, total: true, externalId: true } as const;
const charge = {
  ...envelope,
  ...chargeFields,
  previousStatus: true,
  customer: customerShape,
  paidAt: true,
  expiresAt: true,
} as const;
const subscription = {
  ...envelope,
  subscriptionId: true,
  companyId: true,
  status: true,
  amountCents: true,
  interval: true,
  customer: customerShape,
} as const;

/** The fields of every notification's view (interface: "Webhook delivery payload"). */
const shapes: { readonly [Name in Notification["name"]]: ObjectShape } = {
  "charge.pending": charge,
  "charge.processing": charge,
  "charge.paid": charge,
  "charge.expired": charge,
  "dispute.chargeback": { ...envelope, ...chargeFields, customer: customerShape, chargebackAt: true },
  "subscription.authorized": subscription,
  "subscription.rejected": subscription,
  "subscription.charge.failed": { ...subscription, failedAt: true },
  "subscription.charge.paid": { ...subscription, chargeId: true, paidAt: true },
  "webhook.test": { ...envelope, companyId: true, webhookId: true, message: true },
  "withdraw.completed": {
    ...envelope,
    withdrawId: true,
    companyId: true,
    status: true,
    origin: true,
    value: true,
    fee: true,
    netValue: true,
    pixKey: true,
    endToEndId: true,
    completedAt: true,
  },
};

/** Returns what writes notifications in the form that the document's `webhooks` section describes. */
export function wireOf({ dereferenced }: SpecDocument): Wire {
  const compiled = Object.entries(shapes).map(
    ([name, shape]) => [name, compileNotification(dereferenced, name, shape)] as const,
  );
  const writers = new Map<string, (view: object) => string>(compiled);
  return {
    body(notification, at, seed) {
      const write = writers.get(notification.name);
      if (write === undefined) throw new Error(`the document does not describe ${notification.name}`);
      const fields = fieldsOf(notification, isoInstant(at), seed);
      return write({ event: notification.name, timestamp: isoInstant(at), ...fields });
    },
  };
}

function fieldsOf(notification: Notification, at: string, seed: string): object {
  switch (notification.name) {
    case "withdraw.completed": {
      const { value, fee } = notification.withdrawal;
      return { ...notification.withdrawal, netValue: value - fee, completedAt: at };
    }
    case "webhook.test":
      return { ...notification, message: "This is a test delivery." };
    case "subscription.authorized":
    case "subscription.rejected":
    case "subscription.charge.failed":
    case "subscription.charge.paid": {
      const { subscription } = notification;
      const chargeId = "chargeId" in notification ? notification.chargeId : undefined;
      const customer = customerView(subscription.customer, subscription.companyId, seed);
      return { ...subscription, customer, chargeId, paidAt: at, failedAt: at };
    }
    default: {
      const { paidAt, expiresAt, customer, companyId } = notification.charge;
      const instants = { paidAt: isoInstantOrNull(paidAt), expiresAt: isoInstantOrNull(expiresAt), chargebackAt: at };
      return { ...notification.charge, ...instants, customer: customerView(customer, companyId, seed) };
    }
  }
}
