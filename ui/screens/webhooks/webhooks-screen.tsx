import { useSignal } from "@preact/signals";
import type { Answer } from "../../../src/client/answer.ts";
import type { Webhook } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Button } from "../../parts/button.tsx";
import { Copyable } from "../../parts/copy-button.tsx";
import { Field } from "../../parts/fields.tsx";
import { StateFilter } from "../../parts/filters.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { DetailHead, ListDetail } from "../../parts/list-detail.tsx";
import { Found } from "../../parts/skeleton.tsx";
import { Empty } from "../../parts/snippet.tsx";
import { stateColumn, webhookState } from "../../parts/states.tsx";
import { onPlatform, onSandbox } from "../../state/action.ts";
import { goTo, hrefOf, place } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { Deliveries, DeliveryDetail } from "./deliveries.tsx";
import { NewWebhook } from "./new-webhook.tsx";

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

function WebhookDetail({ webhook }: { readonly webhook: Webhook }) {
  const isSecretShown = useSignal(false);
  const { webhookId, active, deactivatedAt } = webhook;
  const ids = { webhookId };
  return (
    <>
      <DetailHead title={webhook.name}>{webhookState(active ? "active" : "inactive")}</DetailHead>
      <p class="line">
        {!active && (
          <ActionButton
            name={t.reactivate}
            kind="primary"
            action={onSandbox("POST", "/webhooks/{webhookId}/reactivate", { ids })}
          />
        )}
        <ActionButton name={t.test} action={onPlatform("POST", "/webhook/{id}/test", { ids: { id: webhookId } })} />
        <ActionButton
          name={text.words.delete}
          kind="danger"
          action={onSandbox("DELETE", "/webhooks/{webhookId}", { ids })}
          onDone={() => goTo("webhooks")}
        />
      </p>
      <dl class="fields">
        <Field name={t.url} copy={webhook.url} />
        <Field name={t.events}>{webhook.events.join(", ")}</Field>
        <Field name={t.deactivated} at={deactivatedAt} />
        <Field name={t.secret}>
          {isSecretShown.value ? (
            <Copyable content={webhook.secret} />
          ) : (
            <Button name={text.words.show} class="link" onClick={() => (isSecretShown.value = true)} />
          )}
        </Field>
        <Field name={text.words.identifier} copy={webhookId} />
      </dl>
    </>
  );
}

interface Props {
  /** Only the deliveries of this webhook; undefined for those of all. */
  readonly webhookId: string | undefined;
  readonly webhooks: readonly Webhook[];
}

/** Delivers again what failed, says how much that was, and why the rest was skipped. */
function RedeliverFailed({ webhookId, webhooks }: Props) {
  const done = useSignal<Answer | null>(null);
  const off = webhooks.filter((one) => !one.active && (webhookId === undefined || one.webhookId === webhookId));
  const [sent, skipped] = [Number(done.value?.at("requeued")), Number(done.value?.at("skipped"))];
  return (
    <>
      <span role="status" class="line">
        {done.value !== null && (sent + skipped === 0 ? t.nothingFailed : t.redelivered(sent, skipped))}
        {skipped > 0 &&
          off.map(({ webhookId: id, name }) => (
            <span key={id} class="line">
              {t.isOff(name)}
              <ActionButton
                name={t.reactivate}
                action={onSandbox("POST", "/webhooks/{webhookId}/reactivate", { ids: { webhookId: id } })}
              />
            </span>
          ))}
      </span>
      <ActionButton
        name={t.redeliverFailed}
        action={onSandbox("POST", "/deliveries/redeliver", { body: webhookId === undefined ? {} : { webhookId } })}
        onDone={(answer) => (done.value = answer)}
      />
    </>
  );
}
