import { signal } from "@preact/signals";
import type { Subscription } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { isoText } from "../../parts/duration.ts";
import { Field } from "../../parts/fields.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { DetailHead } from "../../parts/list-detail.tsx";
import { Money } from "../../parts/money.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { Empty } from "../../parts/snippet.tsx";
import { stateColumn, subscriptionState } from "../../parts/states.tsx";
import { Steps } from "../../parts/steps.tsx";
import { centsIn } from "../../parts/typed-money.ts";
import { onSandbox } from "../../state/action.ts";
import { goTo } from "../../state/place.ts";
import { useList, useRead } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";

const t = text.charges;

function intervalText(interval: string): string {
  return wordFor(t.intervals, interval, isoText(interval));
}

export function Subscriptions() {
  const list = useList(
    ({ control }, limit) => control.GET("/subscriptions", { params: { query: { limit } } }),
    ({ subscriptions }) => subscriptions,
  );
  const first = onSandbox("POST", "/subscriptions", { body: { amountCents: 10_000, interval: "P1M" } });
  return (
    <ItemList
      {...list}
      empty={<Empty title={t.noSubscription} first={first} />}
      label={t.subscriptions}
      keyOf={({ subscriptionId }) => subscriptionId}
      pick="subscription"
      columns={[
        stateColumn((one: Subscription) => one.status, subscriptionState, t.subscriptionStates),
        { id: "customer", name: t.customer, kind: "what", value: (one) => one.customer?.name ?? one.subscriptionId },
        { id: "interval", name: t.interval, kind: "text", value: (one) => intervalText(one.interval) },
        { id: "amount", name: text.words.amount, kind: "money", value: ({ amountCents }) => amountCents },
        { id: "next", name: t.nextCharge, kind: "time", value: ({ nextChargeAt }) => nextChargeAt },
      ]}
    />
  );
}

const amount = signal("49,90");
const interval = signal("P1M");

export function NewSubscription() {
  const amountCents = centsIn(amount.value);
  const body = amountCents === null ? null : { amountCents, interval: interval.value };
  return (
    <>
      <MoneyInput typed={amount} label={text.words.amount} />
      <Choice label={t.interval} chosen={interval} options={Object.entries(t.intervals)} />
      <ActionButton
        name={t.createSubscription}
        kind="primary"
        action={body && onSandbox("POST", "/subscriptions", { body })}
        onDone={(answer) => goTo("charges", { show: "subscriptions", subscription: answer.text("subscriptionId") })}
      />
    </>
  );
}

/** A subscription: its customer authorizes or rejects it, and it can be charged outside its interval. */
export function SubscriptionDetail({ id }: { readonly id: string }) {
  const ids = { subscriptionId: id };
  const act = (what: "authorize" | "reject" | "charge") => {
    return onSandbox("POST", `/subscriptions/{subscriptionId}/${what}`, { ids });
  };
  const letNext = (nextOutcome: "PAID" | "FAILED") => {
    return onSandbox("PATCH", "/subscriptions/{subscriptionId}", { ids, body: { nextOutcome } });
  };
  return (
    <Loaded read={useRead(({ control }) => control.GET("/subscriptions/{subscriptionId}", { params: { path: ids } }))}>
      {({ status, nextOutcome, ...subscription }) => (
        <>
          <DetailHead title={<Money cents={subscription.amountCents} />}>{subscriptionState(status)}</DetailHead>
          <p class="line">
            {status === "PENDING" && (
              <>
                <ActionButton name={t.authorize} kind="primary" action={act("authorize")} />
                <ActionButton name={t.reject} kind="danger" action={act("reject")} />
              </>
            )}
            {status === "AUTHORIZED" && <ActionButton name={t.chargeNow} action={act("charge")} />}
            {status !== "REJECTED" && (
              <ActionButton
                name={nextOutcome === "PAID" ? t.failNext : t.payNext}
                action={letNext(nextOutcome === "PAID" ? "FAILED" : "PAID")}
              />
            )}
          </p>
          <dl class="fields">
            <Field name={t.interval}>{intervalText(subscription.interval)}</Field>
            <Field name={t.nextOutcome}>{t.outcomes[nextOutcome]}</Field>
            <Field name={t.nextCharge} at={subscription.nextChargeAt} />
            <Field name={t.customer}>{subscription.customer?.name}</Field>
            <Field name={t.created} at={subscription.createdAt} />
            <Field name={text.words.identifier} copy={subscription.subscriptionId} />
          </dl>
          <Steps id={id} />
        </>
      )}
    </Loaded>
  );
}
