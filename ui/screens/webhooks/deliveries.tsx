import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { ItemList } from "../../parts/item-list.tsx";
import { place } from "../../state/place.ts";
import { useList } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { type Delivery, DeliveryState, deliveryState, type Webhook } from "./delivery-state.tsx";

/** The deliveries, newest first, as far down as the reader scrolls. */
export function Deliveries({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { id: webhookId, state, event } = place.value.query;
  const filters = { webhookId, event, state: deliveryState(state) };
  const list = useList(async ({ control }, limit) => {
    return (await carriedOut(control.GET("/deliveries", { params: { query: { ...filters, limit } } }))).deliveries;
  }, JSON.stringify(filters));
  const t = text.value.webhooks;
  const nameOf = (one: Delivery) => webhooks.find(({ webhookId: id }) => id === one.webhookId)?.name ?? null;
  return (
    <ItemList
      {...list}
      empty={<p class="quiet">{t.noDeliveries}</p>}
      label={t.deliveries}
      keyOf={({ deliveryId }) => deliveryId}
      pick="delivery"
      runOf={(one) => [one.state, one.event, one.webhookId, one.attempts.length].join(" ")}
      columns={[
        {
          id: "state",
          name: text.value.words.state,
          kind: "short",
          value: (one) => t.states[one.state],
          draw: DeliveryState,
        },
        { id: "event", name: text.value.time.event, kind: "what", value: (one) => one.event },
        { id: "webhook", name: t.webhook, kind: "text", value: nameOf },
        { id: "attempts", name: t.attempts, kind: "number", value: (one) => one.attempts.length },
        { id: "at", name: text.value.charges.created, kind: "time", value: (one) => one.createdAt },
      ]}
    />
  );
}
