import { signal } from "@preact/signals";
import { ActionButton } from "../../parts/action-button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { isoText } from "../../parts/duration.ts";
import { Empty } from "../../parts/empty.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { type Subscription, stateColumn, subscriptionState } from "../../parts/states.tsx";
import { centsIn } from "../../parts/typed-money.ts";
import { onSandbox } from "../../state/action.ts";
import { goTo } from "../../state/place.ts";
import { useList } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";

const t = text.charges;

export function intervalText(interval: string): string {
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
      <Choice
        label={t.interval}
        value={interval.value}
        options={Object.entries(t.intervals)}
        onChoose={(duration) => (interval.value = duration)}
      />
      <ActionButton
        name={t.createSubscription}
        kind="primary"
        action={body && onSandbox("POST", "/subscriptions", { body })}
        onDone={(answer) => goTo("charges", { show: "subscriptions", subscription: answer.text("subscriptionId") })}
      />
    </>
  );
}
