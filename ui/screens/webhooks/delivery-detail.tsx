import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { BodyText } from "../../parts/body-text.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { Instant } from "../../parts/instant.tsx";
import { runsOf } from "../../parts/runs.ts";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Status } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";
import { type Delivery, DeliveryState, type Webhook } from "./delivery-state.tsx";
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
  const [newest, ...others] = delivery.attempts.toReversed();
  const webhook = webhooks.find(({ webhookId }) => webhookId === delivery.webhookId);
  return (
    <>
      <div class="detail-head">
        <h2>{delivery.event}</h2>
        <DeliveryState state={delivery.state} />
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
        <Field name={t.url} copy={delivery.url} />
        <Field name={t.nextAttempt} at={delivery.nextAttemptAt} />
        <Field name={text.value.words.fault}>
          {delivery.fault && wordFor(text.value.faults.words, delivery.fault)}
        </Field>
        <Field name={text.value.words.identifier} copy={delivery.deliveryId} />
      </Fields>
      <ol class="attempts">
        {newest !== undefined && <AttemptItem attempt={newest} delivery={delivery} webhook={webhook} />}
        {runsOf(others, howItEnded).map((run) => (
          <AttemptRun key={run.at(-1)?.number} attempts={run} delivery={delivery} webhook={webhook} />
        ))}
      </ol>
      <section>
        <h2>{text.value.words.body}</h2>
        <BodyText content={delivery.body} file={`${id}.json`} />
      </section>
    </>
  );
}

type Attempt = Delivery["attempts"][number];

function howItEnded({ outcome, httpStatus, error }: Attempt): string {
  return [outcome, httpStatus, error].join(" ");
}

interface AttemptProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook | undefined;
}

/** Attempts that ended alike: one, or a row that opens. */
function AttemptRun({ attempts, ...of }: AttemptProps & { readonly attempts: readonly Attempt[] }) {
  const t = text.value.webhooks;
  const [first] = attempts;
  const items = attempts.map((attempt) => <AttemptItem key={attempt.number} attempt={attempt} {...of} />);
  if (first === undefined || items.length === 1) return <>{items}</>;
  const isGood = first.outcome === "SUCCESS";
  return (
    <li class="attempt">
      <details class="attempt-run">
        <summary>
          <Status tone={isGood ? "good" : "bad"}>{(isGood ? t.attemptCount : t.attemptsFailed)(items.length)}</Status>{" "}
          <span class="quiet">{[first.httpStatus, of.webhook?.name].filter(Boolean).join(" · ")}</span>
        </summary>
        <ol>{items}</ol>
      </details>
    </li>
  );
}

function AttemptItem({ attempt, delivery, webhook }: AttemptProps & { readonly attempt: Attempt }) {
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
            body={delivery.body}
            signature={attempt.headers["X-Webhook-Signature"] ?? ""}
            file={`${delivery.deliveryId}.json`}
          />
        )}
        <h2>{text.value.words.answer}</h2>
        <BodyText content={attempt.responseBody} />
      </details>
    </li>
  );
}
