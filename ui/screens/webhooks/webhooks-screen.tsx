import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { Choice } from "../../parts/choice.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Status } from "../../parts/status.tsx";
import { onPlatform } from "../../state/action.ts";
import { hrefOf, place, refine } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { Deliveries } from "./deliveries.tsx";
import { DeliveryDetail } from "./delivery-detail.tsx";
import type { Webhook } from "./delivery-state.ts";
import { NewWebhook } from "./new-webhook.tsx";
import { RedeliverFailed } from "./redeliver-failed.tsx";
import { WebhookDetail } from "./webhook-detail.tsx";

/** The webhooks of the company with their health, and every delivery with its attempts. */
export function WebhooksScreen() {
  const { id, delivery } = place.value.query;
  const { value } = useRead(({ control }) => carriedOut(control.GET("/webhooks"))).value;
  const webhooks = value?.webhooks ?? [];
  const selected = webhooks.find(({ webhookId }) => webhookId === id);
  return (
    <ListDetail
      tools={<Filters webhooks={webhooks} />}
      list={
        <>
          <ul class="items webhooks">
            {webhooks.map(({ webhookId, name, url, active }) => (
              <li key={webhookId}>
                <a href={hrefOf("webhooks", { id: webhookId })} aria-current={webhookId === id ? "true" : undefined}>
                  <b>{name}</b>
                  <Status tone={active ? "good" : "bad"}>
                    {active ? text.value.webhooks.active : text.value.webhooks.inactive}
                  </Status>
                  <span class="url">{url}</span>
                </a>
              </li>
            ))}
          </ul>
          {value !== null && webhooks.length === 0 && (
            <Empty
              title={text.value.webhooks.none}
              first={onPlatform("POST", "/webhook", {
                body: { url: "https://hooks.acme.dev/saldo", name: "Payouts", events: ["charge.paid"] },
              })}
            />
          )}
          <Deliveries />
        </>
      }
      detail={
        delivery !== undefined ? (
          <DeliveryDetail key={delivery} id={delivery} webhooks={webhooks} />
        ) : selected !== undefined ? (
          <WebhookDetail webhook={selected} />
        ) : value === null && id !== undefined ? (
          <Skeleton />
        ) : (
          <NewWebhook />
        )
      }
    />
  );
}

function Filters({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { id, state, event } = place.value.query;
  const t = text.value.webhooks;
  return (
    <>
      <Choice
        isFilter
        label={t.state}
        value={state ?? ""}
        options={[["", t.all], ...Object.entries(t.states)]}
        onChoose={(chosen) => refine({ state: chosen, delivery: undefined })}
      />
      {(id !== undefined || event !== undefined) && <a href={hrefOf("webhooks", { state })}>{t.allWebhooks}</a>}
      <span class="spacer" />
      <RedeliverFailed webhookId={id} webhooks={webhooks} />
      <a class="new" href={hrefOf("webhooks")}>
        {t.create}
      </a>
    </>
  );
}
