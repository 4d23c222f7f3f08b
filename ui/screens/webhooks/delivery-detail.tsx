import { ActionButton } from "../../parts/action-button.tsx";
import { BodyText } from "../../parts/body-text.tsx";
import { factsText } from "../../parts/facts.ts";
import { Field, Fields } from "../../parts/fields.tsx";
import { Instant } from "../../parts/instant.tsx";
import { DetailHead } from "../../parts/list-detail.tsx";
import { runsOf } from "../../parts/runs.ts";
import { Found, Loaded } from "../../parts/skeleton.tsx";
import { type Delivery, deliveryState, type Webhook } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";
import { SignatureCheck } from "./signature-check.tsx";

const t = text.webhooks;

const params = { query: { limit: 1_000 } };

/** A delivery, if it is among the newest. */
export function DeliveryDetail({ id, webhooks }: { readonly id: string; readonly webhooks: readonly Webhook[] }) {
  return (
    <Loaded read={useRead(({ control }) => control.GET("/deliveries", { params }))}>
      {({ deliveries }) => (
        <Found among={deliveries} is={({ deliveryId }) => deliveryId === id}>
          {(delivery) => (
            <Told delivery={delivery} webhook={webhooks.find(({ webhookId }) => webhookId === delivery.webhookId)} />
          )}
        </Found>
      )}
    </Loaded>
  );
}

interface Props {
  readonly delivery: Delivery;
  readonly webhook: Webhook | undefined;
}

/** A delivery: its attempts with what was sent and what came back, and one more attempt on demand. */
function Told({ delivery, webhook }: Props) {
  const { deliveryId } = delivery;
  const redeliver = onSandbox("POST", "/deliveries/{deliveryId}/redeliver", { ids: { deliveryId } });
  const [newest, ...others] = delivery.attempts.toReversed();
  return (
    <>
      <DetailHead title={delivery.event}>{deliveryState(delivery.state)}</DetailHead>
      <p class="line">
        <ActionButton name={t.redeliver} action={webhook?.active ? redeliver : null} />
        {webhook !== undefined && !webhook.active && <span class="quiet">{text.problems.WEBHOOK_INACTIVE}</span>}
      </p>
      <Fields>
        <Field name={t.webhook}>
          {webhook && <a href={hrefOf("webhooks", { id: webhook.webhookId })}>{webhook.name}</a>}
        </Field>
        <Field name={t.url} copy={delivery.url} />
        <Field name={t.nextAttempt} at={delivery.nextAttemptAt} />
        <Field name={text.words.fault}>{delivery.fault && wordFor(text.faults.words, delivery.fault)}</Field>
        <Field name={text.words.identifier} copy={deliveryId} />
      </Fields>
      <ol>
        {newest !== undefined && <AttemptItem attempt={newest} delivery={delivery} webhook={webhook} />}
        {runsOf(others, howItEnded).map((run) => (
          <AttemptRun key={run.at(-1)?.number} attempts={run} delivery={delivery} webhook={webhook} />
        ))}
      </ol>
      <section>
        <h2>{text.words.body}</h2>
        <BodyText content={delivery.body} file={`${deliveryId}.json`} />
      </section>
    </>
  );
}

type Attempt = Delivery["attempts"][number];

function howItEnded({ outcome, httpStatus, error }: Attempt): string {
  return [outcome, httpStatus, error].join(" ");
}

/** Attempts that ended alike: one, or a row that opens. */
function AttemptRun({ attempts, ...of }: Props & { readonly attempts: readonly Attempt[] }) {
  const [first] = attempts;
  const items = attempts.map((attempt) => <AttemptItem key={attempt.number} attempt={attempt} {...of} />);
  if (first === undefined || items.length === 1) return items;
  const isGood = first.outcome === "SUCCESS";
  return (
    <li class="attempt">
      <details class="attempt-run">
        <summary>
          <Status tone={isGood ? "good" : "bad"}>{(isGood ? t.attemptCount : t.attemptsFailed)(items.length)}</Status>{" "}
          <span class="quiet">{factsText(first.httpStatus, of.webhook?.name)}</span>
        </summary>
        <ol>{items}</ol>
      </details>
    </li>
  );
}

function AttemptItem({ attempt, delivery, webhook }: Props & { readonly attempt: Attempt }) {
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
        <Fields>
          {Object.entries(attempt.headers).map(([name, value]) => (
            <Field key={name} name={<code>{name}</code>}>
              <code>{value}</code>
            </Field>
          ))}
        </Fields>
        {webhook !== undefined && (
          <SignatureCheck
            secret={webhook.secret}
            body={delivery.body}
            signature={attempt.headers["X-Webhook-Signature"] ?? ""}
            file={`${delivery.deliveryId}.json`}
          />
        )}
        <h2>{text.words.answer}</h2>
        <BodyText content={attempt.responseBody} />
      </details>
    </li>
  );
}
