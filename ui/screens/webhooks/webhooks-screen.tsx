import { Empty } from "../../parts/empty.tsx";
import { StateFilter } from "../../parts/filters.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { Found } from "../../parts/skeleton.tsx";
import { stateColumn, type Webhook, webhookState } from "../../parts/states.tsx";
import { onPlatform } from "../../state/action.ts";
import { hrefOf, place } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { Deliveries } from "./deliveries.tsx";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { RedeliverFailed } from "./redeliver-failed.tsx";
import { WebhookDetail } from "./webhook-detail.tsx";

const t = text.webhooks;

const EXAMPLE = { url: "https://hooks.acme.dev/saldo", name: "Payouts", events: ["charge.paid"] };

export function WebhooksScreen() {
  const { value, problem } = useRead(({ control }) => control.GET("/webhooks"));
  const webhooks = value?.webhooks ?? [];
  return (
    <ListDetail
      tools={<Tools webhooks={webhooks} />}
      list={
        <>
          <div class="webhooks">
            <ItemList
              items={value?.webhooks}
              problem={problem}
              empty={<Empty title={t.none} first={onPlatform("POST", "/webhook", { body: EXAMPLE })} />}
              order="order"
              keyOf={({ webhookId }) => webhookId}
              also={() => ({ delivery: undefined, show: undefined })}
              columns={[
                stateColumn(({ active }: Webhook) => (active ? "active" : "inactive"), webhookState, t.health),
                { id: "name", name: text.words.name, kind: "what", value: ({ name }) => name },
                { id: "url", name: t.url, kind: "text", value: ({ url }) => url },
              ]}
            />
          </div>
          <Deliveries webhooks={webhooks} />
        </>
      }
      picks={{
        delivery: (id) => <DeliveryDetail id={id} webhooks={webhooks} />,
        id: (id) => (
          <Found among={value?.webhooks} is={({ webhookId }) => webhookId === id}>
            {(webhook) => <WebhookDetail webhook={webhook} />}
          </Found>
        ),
        show: () => <NewWebhook />,
      }}
    />
  );
}

function Tools({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { id, state, event } = place.value.query;
  return (
    <>
      <StateFilter part="state" closes="delivery" words={t.states} />
      {(id !== undefined || event !== undefined) && <a href={hrefOf("webhooks", { state })}>{t.allWebhooks}</a>}
      <span class="spacer" />
      {webhooks.length > 0 && <RedeliverFailed key={id} webhookId={id} webhooks={webhooks} />}
      <a id="row-new" class="new" href={hrefOf("webhooks", { show: "new" })}>
        {t.create}
      </a>
    </>
  );
}
