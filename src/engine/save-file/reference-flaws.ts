import type { Charge } from "../../domain/charge.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { SavedCompany, SavedWebhook } from "../../domain/saved-world.ts";
import type { Flaw, Inspection } from "./inspection.ts";

/** Whatever is referred to must be there and belong to the same company. */
export function inspectReferences(inspection: Inspection): void {
  inspection.each("companies", companyReferences);
  inspection.each("charges", chargeReferences);
  inspection.each("subscriptions", ownReferences);
  inspection.each("withdrawals", ownReferences);
  inspection.each("webhooks", webhookReferences);
  inspection.each("deliveries", deliveryReferences);
}

function* ownReferences({ companyId }: { readonly companyId: string }, { companies }: Inspection): Iterable<Flaw> {
  if (!companies.has(companyId)) yield [["companyId"], `companyId is ${companyId}, and there is no such company`];
}

function* companyReferences({ companyId, holds, inbox }: SavedCompany, inspection: Inspection): Iterable<Flaw> {
  const held = new Set<string>();
  for (const [i, { chargeId }] of holds.entries()) {
    const place = ["holds", i, "chargeId"];
    yield* reference(place, "charge", chargeId, companyId, inspection.charges);
    if (held.has(chargeId)) yield [place, `chargeId is ${chargeId}, of which there is a hold already`];
    held.add(chargeId);
  }
  for (const [i, message] of inbox.entries()) {
    if (message.companyId !== companyId) {
      yield [["inbox", i, "companyId"], `companyId must be ${companyId}, the company of this inbox`];
    }
    yield* reference(["inbox", i, "withdrawId"], "withdrawal", message.withdrawId, companyId, inspection.withdrawals);
  }
}

function* chargeReferences(charge: Charge, inspection: Inspection): Iterable<Flaw> {
  const { subscriptionId, companyId } = charge;
  yield* ownReferences(charge, inspection);
  if (subscriptionId === null) return;
  yield* reference(["subscriptionId"], "subscription", subscriptionId, companyId, inspection.subscriptions);
}

function* webhookReferences(webhook: SavedWebhook, inspection: Inspection): Iterable<Flaw> {
  yield* ownReferences(webhook, inspection);
  for (const [i, { deliveryId }] of webhook.log.entries()) {
    if (inspection.deliveries.get(deliveryId)?.webhookId === webhook.webhookId) continue;
    yield [["log", i, "deliveryId"], `deliveryId is ${deliveryId}, and this webhook has no such delivery`];
  }
}

function* deliveryReferences({ webhookId, companyId }: Delivery, { webhooks }: Inspection): Iterable<Flaw> {
  const webhook = webhooks.get(webhookId);
  if (webhook === undefined) yield [["webhookId"], `webhookId is ${webhookId}, and there is no such webhook`];
  else if (webhook.companyId !== companyId) {
    yield [["companyId"], `companyId must be ${webhook.companyId}, the company of the webhook`];
  }
}

/** The last name of the place is what the reference is called. */
function* reference(
  place: readonly (string | number)[],
  kind: string,
  id: string,
  companyId: string,
  things: ReadonlyMap<string, { readonly companyId: string }>,
): Iterable<Flaw> {
  const companyOfThing = things.get(id)?.companyId;
  if (companyOfThing === companyId) return;
  const missing = companyOfThing === undefined ? `there is no such ${kind}` : `this ${kind} is of another company`;
  yield [place, `${place.at(-1)} is ${id}, and ${missing}`];
}
