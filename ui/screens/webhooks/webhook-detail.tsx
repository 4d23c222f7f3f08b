import { useSignal } from "@preact/signals";
import { ActionButton } from "../../parts/action-button.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { onPlatform, onSandbox } from "../../state/action.ts";
import { goTo } from "../../state/place.ts";
import { text } from "../../text/text.ts";
import { type Webhook, WebhookState } from "./delivery-state.tsx";

/** A webhook with its health, its secret on demand, and what the dashboard can do with it. */
export function WebhookDetail({ webhook }: { readonly webhook: Webhook }) {
  const isSecretShown = useSignal(false);
  const t = text.value.webhooks;
  const { webhookId, active, deactivatedAt } = webhook;
  const ids = { webhookId };
  return (
    <>
      <div class="detail-head">
        <h2>{webhook.name}</h2>
        <WebhookState active={active} />
      </div>
      <p class="line">
        {!active && (
          <ActionButton kind="primary" action={onSandbox("POST", "/webhooks/{webhookId}/reactivate", { ids })}>
            {t.reactivate}
          </ActionButton>
        )}
        <ActionButton action={onPlatform("POST", "/webhook/{id}/test", { ids: { id: webhookId } })}>
          {t.test}
        </ActionButton>
        <ActionButton
          kind="danger"
          action={onSandbox("DELETE", "/webhooks/{webhookId}", { ids })}
          onDone={() => goTo("webhooks")}
        >
          {text.value.words.delete}
        </ActionButton>
      </p>
      <Fields>
        <Field name={t.url} copy={webhook.url} />
        <Field name={t.events}>{webhook.events.join(", ")}</Field>
        <Field name={t.deactivated} at={deactivatedAt} />
        <Field name={t.secret}>
          {isSecretShown.value ? (
            <Copyable content={webhook.secret} />
          ) : (
            <button type="button" class="link" onClick={() => (isSecretShown.value = true)}>
              {text.value.words.show}
            </button>
          )}
        </Field>
        <Field name={text.value.words.identifier} copy={webhookId} />
      </Fields>
    </>
  );
}
