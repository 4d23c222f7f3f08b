import { firedEvents } from "../../../src/spec/generated/event-names.ts";
import { isNameIn } from "../../parts/filters.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { type Delivery, deliveryState, stateColumn, type Webhook } from "../../parts/states.tsx";
import { place } from "../../state/place.ts";
import { useList } from "../../state/resource.ts";
import { text } from "../../text/text.ts";

export function Deliveries({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const t = text.webhooks;
  const { id: webhookId, state, event } = place.value.query;
  const known = ([...firedEvents, "webhook.test"] as const).find((one) => one === event);
  const filters = { webhookId, event: known, state: isNameIn(t.states, state) ? state : undefined };
  const list = useList(
    ({ control }, limit) => control.GET("/deliveries", { params: { query: { ...filters, limit } } }),
    ({ deliveries }) => deliveries,
    JSON.stringify(filters),
  );
  const nameOf = (one: Delivery) => webhooks.find(({ webhookId: id }) => id === one.webhookId)?.name ?? null;
  return (
    <ItemList
      {...list}
      empty={<p class="quiet">{(filters.state ?? event) ? text.list.noneSuch : t.noDeliveries}</p>}
      label={t.deliveries}
      keyOf={({ deliveryId }) => deliveryId}
      pick="delivery"
      runOf={(one) => [one.state, one.event, one.webhookId, one.attempts.length].join(" ")}
      columns={[
        stateColumn((one: Delivery) => one.state, deliveryState, t.states, "short"),
        { id: "event", name: text.time.event, kind: "what", value: (one) => one.event },
        { id: "webhook", name: t.webhook, kind: "text", value: nameOf },
        { id: "attempts", name: t.attempts, kind: "number", value: (one) => one.attempts.length },
        { id: "at", name: text.charges.created, kind: "time", value: (one) => one.createdAt },
      ]}
    />
  );
}
