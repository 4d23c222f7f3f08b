import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { BodyText } from "../../parts/body-text.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { Instant } from "../../parts/instant.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Status } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";
import { type Delivery, deliveryTones, type Webhook } from "./delivery-state.ts";
import { SignatureCheck } from "./signature-check.tsx";

const MAX_SEARCHED = 1_000;

/** A delivery: its attempts with what was sent and what came back, and one more attempt on demand. */
export function DeliveryDetail({ id, webhooks }: { readonly id: string; readonly webhooks: readonly Webhook[] }) {
  const t = text.value.webhooks;
  const { value } = useRead(({ control }) =>
    carriedOut(control.GET("/deliveries", { params: { query: { limit: MAX_SEARCHED } } })),
  ).value;
  if (value === null) return <Skeleton />;
  const delivery = value.deliveries.find(({ deliveryId }) => deliveryId === id);
  if (delivery === undefined) return <p class="quiet">{t.unknown}</p>;
  const webhook = webhooks.find(({ webhookId }) => webhookId === delivery.webhookId);
  return (
    <>
      <div class="detail-head">
        <h2>{delivery.event}</h2>
        <Status tone={deliveryTones[delivery.state]}>{t.states[delivery.state]}</Status>
      </div>
      <p class="line">
        <ActionButton
          action={
            webhook?.active
              ? onSandbox("POST", "/deliveries/{deliveryId}/redeliver", { ids: { deliveryId: id } })
              : null
          }
        >
          {t.redeliver}
        </ActionButton>
        {webhook !== undefined && !webhook.active && <span class="quiet">{t.reactivateFirst}</span>}
      </p>
      <Fields>
        <Field name={t.webhook}>
          {webhook && <a href={hrefOf("webhooks", { id: webhook.webhookId })}>{webhook.name}</a>}
        </Field>
        <Field name={t.url}>
          <Copyable content={delivery.url} />
        </Field>
        <Field name={t.nextAttempt}>{delivery.nextAttemptAt && <Instant at={delivery.nextAttemptAt} />}</Field>
        <Field name={t.fault}>{delivery.fault && wordFor(text.value.faults.words, delivery.fault)}</Field>
        <Field name={t.identifier}>
          <Copyable content={delivery.deliveryId} />
        </Field>
      </Fields>
      <ol class="attempts">
        {delivery.attempts.toReversed().map((attempt) => (
          <AttemptItem
            key={`${attempt.number} ${attempt.at}`}
            attempt={attempt}
            id={id}
            body={delivery.body}
            webhook={webhook}
          />
        ))}
      </ol>
      <section>
        <h2>{t.body}</h2>
        <BodyText content={delivery.body} file={`${id}.json`} />
      </section>
    </>
  );
}

interface AttemptProps {
  readonly attempt: Delivery["attempts"][number];
  readonly id: string;
  readonly body: string;
  readonly webhook: Webhook | undefined;
}

function AttemptItem({ attempt, id, body, webhook }: AttemptProps) {
  const t = text.value.webhooks;
  const isGood = attempt.outcome === "SUCCESS";
  return (
    <li class="attempt">
      <p class="line">
        <Status tone={isGood ? "good" : "bad"}>{t.attempt(attempt.number)}</Status>
        <b>{attempt.httpStatus}</b>
        <span class="quiet">{attempt.durationMs} ms</span>
        <Instant at={attempt.at} />
      </p>
      {attempt.error !== null && <p>{attempt.error}</p>}
      <details>
        <summary>{t.sent}</summary>
        <dl class="headers">
          {Object.entries(attempt.headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {webhook !== undefined && (
          <SignatureCheck
            secret={webhook.secret}
            body={body}
            signature={attempt.headers["X-Webhook-Signature"] ?? ""}
            file={`${id}.json`}
          />
        )}
        <h2>{t.answer}</h2>
        <BodyText content={attempt.responseBody} />
      </details>
    </li>
  );
}
