import { useSignal } from "@preact/signals";
import { ActionButton } from "../../parts/action-button.tsx";
import { Button } from "../../parts/button.tsx";
import { Copyable } from "../../parts/copy-button.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { DetailHead } from "../../parts/list-detail.tsx";
import { type Webhook, webhookState } from "../../parts/states.tsx";
import { onPlatform, onSandbox } from "../../state/action.ts";
import { goTo } from "../../state/place.ts";
import { text } from "../../text/text.ts";

export function WebhookDetail({ webhook }: { readonly webhook: Webhook }) {
  const isSecretShown = useSignal(false);
  const t = text.webhooks;
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
      <Fields>
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
      </Fields>
    </>
  );
}
