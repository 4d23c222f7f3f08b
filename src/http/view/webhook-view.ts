import { type Webhook, webhookSecret } from "../../domain/webhook.ts";
import type { World } from "../../domain/world.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

export const webhookShape = {
  webhookId: true,
  name: true,
  url: true,
  events: [true],
  active: true,
  createdAt: true,
  deactivatedAt: true,
} as const satisfies ShapeOf<ReturnType<typeof webhookView>>;
export const webhookWithSecretShape = { ...webhookShape, secret: true } as const;

/** Interface: "Webhook (configuration)". */
export function webhookView({ createdAt, deactivatedAt, ...webhook }: Webhook) {
  return { ...webhook, createdAt: isoInstant(createdAt), deactivatedAt: isoInstantOrNull(deactivatedAt) };
}

/** The same with the HMAC key, which a company sees once and the dashboard always. */
export function webhookWithSecret({ seed }: Readonly<World>, webhook: Webhook) {
  return { ...webhookView(webhook), secret: webhookSecret(seed, webhook.webhookId) };
}
