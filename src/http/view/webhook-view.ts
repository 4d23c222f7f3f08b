import { type Webhook, webhookSecret } from "../../domain/webhook.ts";
import type { World } from "../../domain/world.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

/** Interface: "Webhook (configuration)". */
export interface WebhookView {
  readonly webhookId: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly createdAt: string;
  readonly deactivatedAt: string | null;
}

/** The same with the HMAC key, which a company sees once and the dashboard always. */
export interface WebhookWithSecret extends WebhookView {
  readonly secret: string;
}

export const webhookShape: ShapeOf<WebhookView> = {
  webhookId: true,
  name: true,
  url: true,
  events: [true],
  active: true,
  createdAt: true,
  deactivatedAt: true,
};
export const webhookWithSecretShape = { ...webhookShape, secret: true } as const;

export function webhookView({ webhookId, name, url, events, active, createdAt, deactivatedAt }: Webhook): WebhookView {
  const instants = { createdAt: isoInstant(createdAt), deactivatedAt: isoInstantOrNull(deactivatedAt) };
  return { webhookId, name, url, events, active, ...instants };
}

export function webhookWithSecret({ seed }: Readonly<World>, webhook: Webhook): WebhookWithSecret {
  return { ...webhookView(webhook), secret: webhookSecret(seed, webhook.webhookId) };
}
