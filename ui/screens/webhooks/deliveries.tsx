import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { Instant } from "../../parts/instant.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Status } from "../../parts/status.tsx";
import { hrefOf, place } from "../../state/place.ts";
import { useList } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { deliveryState, deliveryTones } from "./delivery-state.ts";

/** The deliveries, newest first, as far down as the reader scrolls. */
export function Deliveries() {
  const { id: webhookId, state, event, delivery } = place.value.query;
  const filters = { webhookId, event, state: deliveryState(state) };
  const { value, onEnd } = useList(
    ({ control }, limit) => carriedOut(control.GET("/deliveries", { params: { query: { ...filters, limit } } })),
    JSON.stringify(filters),
  );
  const t = text.value.webhooks;
  if (value === null) return <Skeleton />;
  const { deliveries } = value;
  if (deliveries.length === 0) return <p class="quiet">{t.noDeliveries}</p>;
  return (
    <ItemList
      items={deliveries}
      label={t.deliveries}
      keyOf={({ deliveryId }) => deliveryId}
      hrefOf={({ deliveryId }) => hrefOf("webhooks", { id: webhookId, state, event, delivery: deliveryId })}
      isSelected={({ deliveryId }) => deliveryId === delivery}
      cells={(one) => (
        <>
          <Status tone={deliveryTones[one.state]}>{t.states[one.state]}</Status>
          <span title={one.event}>{one.event}</span>
          <span class="quiet">{t.attemptCount(one.attempts.length)}</span>
          <Instant at={one.createdAt} />
        </>
      )}
      onEnd={() => onEnd(deliveries.length)}
    />
  );
}
