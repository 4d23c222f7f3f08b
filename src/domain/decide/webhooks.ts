import type { WebhookCommand } from "../command.ts";
import { selectableEvents } from "../notification.ts";
import { definedMembers } from "../settings.ts";
import type { Webhook, WebhookIds, WebhookTerms } from "../webhook.ts";
import { webhookUrlRefusal } from "../webhook-url.ts";
import type { World } from "../world.ts";
import { about, accept, type Deciders, type Decision, reject } from "./decider.ts";

const aboutWebhook = about<WebhookIds, Webhook>(
  (world, { companyId, webhookId }) => webhookOf(world, companyId, webhookId) ?? undefined,
  ({ webhookId }) => ({ type: "webhook-unknown", webhookId }),
);

/** What a company does with its webhooks, with its key or in the dashboard. Checks are in the order of precedence. */
export const decideWebhooks: Deciders<WebhookCommand["type"]> = {
  "create-webhook": (context, { companyId, name, url, events }) => {
    const terms = { name, url, events };
    const refused = refusedTerms(context.world, terms);
    if (refused !== null) return refused;
    const ids = { webhookId: context.mint("webhook"), companyId };
    return accept({ type: "webhook-created", ...ids }, { type: "WebhookCreated", ...ids, ...terms });
  },
  "change-webhook": aboutWebhook(({ world }, webhook, { patch }) => {
    const { name, url, events } = { ...webhook, ...definedMembers(patch) };
    const event = { type: "WebhookChanged", ...idsOf(webhook), name, url, events } as const;
    return refusedTerms(world, patch) ?? changed(webhook, event);
  }),
  "delete-webhook": aboutWebhook((_context, webhook) => {
    const ids = idsOf(webhook);
    return accept({ type: "webhook-deleted", ...ids }, { type: "WebhookDeleted", ...ids });
  }),
  "reactivate-webhook": aboutWebhook((_context, webhook) => {
    if (webhook.active) return changed(webhook);
    return changed(webhook, { type: "WebhookReactivated", ...idsOf(webhook) });
  }),
  "test-webhook": aboutWebhook((context, webhook) => {
    const { companyId, webhookId } = webhook;
    if (!webhook.active) return reject({ type: "webhook-inactive", webhookId });
    const raised = context.raise(companyId, { name: "webhook.test", companyId, webhookId });
    const [delivery] = raised.deliveries;
    if (delivery === undefined) throw new Error("a test without a delivery");
    return accept({ type: "test-delivery-triggered", companyId, deliveryId: delivery.deliveryId }, raised);
  }),
};

/** Checks the given fields only; unchanged ones are not checked again. */
function refusedTerms({ settings }: Readonly<World>, { url, events }: Partial<WebhookTerms>): Decision | null {
  const refusal = url === undefined ? null : webhookUrlRefusal(url, settings.webhookUrls);
  if (url !== undefined && refusal !== null) return reject({ type: "webhook-url-not-allowed", url, ...refusal });
  const unknown = (events ?? []).filter((name) => !selectableEvents.includes(name));
  if (unknown.length === 0) return null;
  return reject({ type: "webhook-event-unknown", events: unknown, allowed: selectableEvents });
}

/** Returns a company's webhook, or null if it is deleted or belongs to another company. */
export function webhookOf(world: Readonly<World>, companyId: string, webhookId: string): Webhook | null {
  const webhook = world.webhooks.get(webhookId);
  return webhook === undefined || webhook.companyId !== companyId || webhook.deleted ? null : webhook;
}

function changed(webhook: Webhook, ...events: Decision["events"]): Decision {
  return accept({ type: "webhook-changed", ...idsOf(webhook) }, ...events);
}

function idsOf({ webhookId, companyId }: WebhookIds): WebhookIds {
  return { webhookId, companyId };
}
