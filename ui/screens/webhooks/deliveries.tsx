import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { shellWord } from "../../../src/client/curl-text.ts";
import type { Delivery, Webhook } from "../../../src/spec/generated/control-api.ts";
import { firedEvents } from "../../../src/spec/generated/event-names.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { BodyText } from "../../parts/body-text.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { factsText } from "../../parts/facts.ts";
import { Field } from "../../parts/fields.tsx";
import { isNameIn } from "../../parts/filters.tsx";
import { Instant } from "../../parts/instant.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { DetailHead } from "../../parts/list-detail.tsx";
import { runsOf } from "../../parts/runs.ts";
import { Found, Loaded } from "../../parts/skeleton.tsx";
import { deliveryState, stateColumn } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { hrefOf, place } from "../../state/place.ts";
import { useList, useRead } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";

const t = text.webhooks;

export function Deliveries({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { id: webhookId, state, event } = place.value.query;
  const known = ([...firedEvents, "webhook.test"] as const).find((one) => one === event);
  const filters = { webhookId, event: known, state: isNameIn(t.states, state) ? state : undefined };
  const list = useList(
    ({ control }, limit) => control.GET("/deliveries", { params: { query: { ...filters, limit } } }),
    ({ deliveries }) => deliveries,
    JSON.stringify(filters),
  );
  const nameOf = (one: Delivery) => webhooks.find(({ webhookId: id }) => id === one.webhookId)?.name ?? null;
  return (
    <ItemList
      {...list}
      empty={<p class="quiet">{(filters.state ?? event) ? text.list.noneSuch : t.noDeliveries}</p>}
      label={t.deliveries}
      keyOf={({ deliveryId }) => deliveryId}
      pick="delivery"
      runOf={(one) => [one.state, one.event, one.webhookId, one.attempts.length].join(" ")}
      columns={[
        stateColumn((one: Delivery) => one.state, deliveryState, t.states, "short"),
        { id: "event", name: text.time.event, kind: "what", value: (one) => one.event },
        { id: "webhook", name: t.webhook, kind: "text", value: nameOf },
        { id: "attempts", name: t.attempts, kind: "number", value: (one) => one.attempts.length },
        { id: "at", name: text.charges.created, kind: "time", value: (one) => one.createdAt },
      ]}
    />
  );
}

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
  const runs = runsOf(others, ({ outcome, httpStatus, error }) => [outcome, httpStatus, error].join(" "));
  return (
    <>
      <DetailHead title={delivery.event}>{deliveryState(delivery.state)}</DetailHead>
      <p class="line">
        <ActionButton name={t.redeliver} action={webhook?.active ? redeliver : null} />
        {webhook !== undefined && !webhook.active && <span class="quiet">{text.problems.WEBHOOK_INACTIVE}</span>}
      </p>
      <dl class="fields">
        <Field name={t.webhook}>
          {webhook && <a href={hrefOf("webhooks", { id: webhook.webhookId })}>{webhook.name}</a>}
        </Field>
        <Field name={t.url} copy={delivery.url} />
        <Field name={t.nextAttempt} at={delivery.nextAttemptAt} />
        <Field name={text.words.fault}>{delivery.fault && wordFor(text.faults.words, delivery.fault)}</Field>
        <Field name={text.words.identifier} copy={deliveryId} />
      </dl>
      <ol>
        {newest !== undefined && <AttemptItem attempt={newest} delivery={delivery} webhook={webhook} />}
        {runs.map((run) => (
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
        <dl class="fields">
          {Object.entries(attempt.headers).map(([name, value]) => (
            <Field key={name} name={<code>{name}</code>}>
              <code>{value}</code>
            </Field>
          ))}
        </dl>
        {webhook && <SignatureCheck {...delivery} {...webhook} signature={attempt.headers["X-Webhook-Signature"]} />}
        <h2>{text.words.answer}</h2>
        <BodyText content={attempt.responseBody} />
      </details>
    </li>
  );
}

type Signed = Pick<Delivery, "body" | "deliveryId"> &
  Pick<Webhook, "secret"> & { readonly signature?: string | undefined };

/** Computes the signature anew, from the webhook's secret and the body, as a receiver should. */
function SignatureCheck({ secret, body, deliveryId, signature }: Signed) {
  const expected = useSignal<string | null>(null);
  useEffect(() => {
    expected.value = null;
    void signed(secret, body).then((value) => (expected.value = value));
  }, [secret, body, expected]);
  // Browsers compute nothing for pages of plain http addresses of other machines.
  if (crypto.subtle === undefined) return <Status tone="quiet">{t.uncheckable}</Status>;
  if (expected.value === null) return null;
  const fits = expected.value === signature;
  // It computes the signature of the saved body, to be compared with the header after `sha256=`.
  const openssl = `openssl dgst -sha256 -hmac ${shellWord(secret)} ${shellWord(`${deliveryId}.json`)}`;
  return (
    <p class="line">
      <Status tone={fits ? "good" : "bad"}>{fits ? t.signatureFits : t.signatureDiffers}</Status>
      <CopyButton content={() => openssl} label={t.copyOpenssl} />
    </p>
  );
}

async function signed(secret: string, body: string): Promise<string | null> {
  if (crypto.subtle === undefined) return null;
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body)));
  return `sha256=${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
