import { type Webhook, webhookSecret } from "../../domain/webhook.ts";
import type { World } from "../../domain/world.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

export const webhookShape: ShapeOf<ReturnType<typeof webhookView>> = {
  webhookId: true,
  name: true,
  url: true,
  events: [true],
  active: true,
  createdAt: true,
  deactivatedAt: true,
};
export const webhookWithSecretShape = { ...webhookShape, secret: true } as const;

/** Interface: "Webhook (configuration)". */
export function webhookView({ webhookId, name, url, events, active, createdAt, deactivatedAt }: Webhook) {
  const instants = { createdAt: isoInstant(createdAt), deactivatedAt: isoInstantOrNull(deactivatedAt) };
  return { webhookId, name, url, events, active, ...instants };
}

/** The same with the HMAC key, which a company sees once and the dashboard always. */
export function webhookWithSecret({ seed }: Readonly<World>, webhook: Webhook) {
  return { ...webhookView(webhook), secret: webhookSecret(seed, webhook.webhookId) };
}
