import { useSignal } from "@preact/signals";
import type { Answer } from "../../../src/client/answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import type { Webhook } from "../../parts/states.tsx";
import { onSandbox } from "../../state/action.ts";
import { text } from "../../text/text.ts";

interface Props {
  /** Only the deliveries of this webhook; undefined for those of all. */
  readonly webhookId: string | undefined;
  readonly webhooks: readonly Webhook[];
}

/** Delivers again what failed, says how much that was, and why the rest was skipped. */
export function RedeliverFailed({ webhookId, webhooks }: Props) {
  const done = useSignal<Answer | null>(null);
  const t = text.webhooks;
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
