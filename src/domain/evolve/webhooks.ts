import { cancelDelivery } from "../delivery.ts";
import type { WebhookEvent } from "../event.ts";
import type { Webhook } from "../webhook.ts";
import { addWebhook, existing, type World } from "../world.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveWebhooks: Evolvers<WebhookEvent["type"]> = {
  WebhookCreated(world, { webhookId, companyId, name, url, events }, createdAt) {
    world.minted.webhook += 1;
    const beginning = { active: true, deactivatedAt: null, deleted: false, deliveryIds: [], log: [] };
    addWebhook(world, { webhookId, companyId, name, url, events, createdAt, ...beginning });
  },
  WebhookChanged(world, { webhookId, name, url, events }) {
    Object.assign(existing(world.webhooks, webhookId), { name, url, events });
  },
  WebhookDeleted(world, { webhookId, companyId }, at) {
    deactivate(world, webhookId, at).deleted = true;
    const { webhookIds } = existing(world.companies, companyId);
    webhookIds.splice(webhookIds.indexOf(webhookId), 1);
  },
  WebhookDeactivated(world, { webhookId }, at) {
    deactivate(world, webhookId, at);
  },
  WebhookReactivated(world, { webhookId }) {
    Object.assign(existing(world.webhooks, webhookId), { active: true, deactivatedAt: null });
  },
};

/** Its deliveries end too. */
function deactivate(world: World, webhookId: string, at: number): Webhook {
  const webhook = existing(world.webhooks, webhookId);
  webhook.active = false;
  webhook.deactivatedAt = at;
  for (const deliveryId of webhook.deliveryIds) cancelDelivery(world, existing(world.deliveries, deliveryId));
  return webhook;
}
