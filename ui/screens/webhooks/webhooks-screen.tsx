import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { Choice } from "../../parts/choice.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { onPlatform } from "../../state/action.ts";
import { hrefOf, place, refine } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { Deliveries } from "./deliveries.tsx";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { type Webhook, WebhookState } from "./delivery-state.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { RedeliverFailed } from "./redeliver-failed.tsx";
import { WebhookDetail } from "./webhook-detail.tsx";

const EXAMPLE = { url: "https://hooks.acme.dev/saldo", name: "Payouts", events: ["charge.paid"] };

/** The webhooks of the company with their health, and every delivery with its attempts. */
export function WebhooksScreen() {
  const { id, delivery, show } = place.value.query;
  const t = text.value.webhooks;
  const { value } = useRead(({ control }) => carriedOut(control.GET("/webhooks"))).value;
  const webhooks = value?.webhooks ?? [];
  const selected = webhooks.find(({ webhookId }) => webhookId === id);
  return (
    <ListDetail
      tools={<Filters webhooks={webhooks} />}
      list={
        <>
          <div class="webhooks">
            <ItemList
              items={value?.webhooks}
              empty={
                <div class="two-columns first">
                  <div class="column">
                    <NewWebhook />
                  </div>
                  <Empty title={t.none} first={onPlatform("POST", "/webhook", { body: EXAMPLE })} />
                </div>
              }
              label={text.value.screens.webhooks}
              order="order"
              keyOf={({ webhookId }) => webhookId}
              also={() => ({ delivery: undefined, show: undefined })}
              columns={[
                {
                  id: "state",
                  name: text.value.words.state,
                  kind: "state",
                  value: (one) => Number(one.active),
                  draw: WebhookState,
                },
                { id: "name", name: text.value.words.name, kind: "what", value: ({ name }) => name },
                { id: "url", name: t.url, kind: "text", value: ({ url }) => url },
              ]}
            />
          </div>
          <Deliveries webhooks={webhooks} />
        </>
      }
      detail={
        delivery !== undefined ? (
          <DeliveryDetail key={delivery} id={delivery} webhooks={webhooks} />
        ) : selected !== undefined ? (
          <WebhookDetail webhook={selected} />
        ) : value === null && id !== undefined ? (
          <Skeleton />
        ) : show === "new" ? (
          <NewWebhook />
        ) : null
      }
      picks={delivery === undefined ? ["id", "show"] : ["delivery"]}
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
        label={text.value.words.state}
        value={state ?? ""}
        options={[["", text.value.words.all], ...Object.entries(t.states)]}
        onChoose={(chosen) => refine({ state: chosen, delivery: undefined })}
      />
      {(id !== undefined || event !== undefined) && <a href={hrefOf("webhooks", { state })}>{t.allWebhooks}</a>}
      <span class="spacer" />
      {webhooks.length > 0 && <RedeliverFailed webhookId={id} webhooks={webhooks} />}
      {webhooks.length > 0 && (
        <a id="row-new" class="new" href={hrefOf("webhooks", { show: "new" })}>
          {t.create}
        </a>
      )}
    </>
  );
}
