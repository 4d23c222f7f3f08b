import { signal } from "@preact/signals";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import type { components } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { Status, type Tone } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { goTo } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";

export type Subscription = components["schemas"]["Subscription"];

const tones: Readonly<Record<Subscription["status"], Tone>> = {
  PENDING: "waiting",
  AUTHORIZED: "good",
  REJECTED: "bad",
};

export function SubscriptionState({ status }: Pick<Subscription, "status">) {
  return (
    <Status tone={tones[status]} title={status}>
      {text.value.charges.subscriptionStates[status]}
    </Status>
  );
}

const MAX_ITEMS = 1_000;

export function Subscriptions() {
  const t = text.value.charges;
  const { value } = useRead(({ control }) =>
    carriedOut(control.GET("/subscriptions", { params: { query: { limit: MAX_ITEMS } } })),
  ).value;
  const first = onSandbox("POST", "/subscriptions", { body: { amountCents: 10_000, interval: "P1M" } });
  return (
    <ItemList
      items={value?.subscriptions}
      empty={<Empty title={t.noSubscription} first={first} />}
      label={t.subscriptions}
      keyOf={({ subscriptionId }) => subscriptionId}
      pick="subscription"
      columns={[
        {
          id: "state",
          name: text.value.words.state,
          kind: "state",
          value: ({ status }) => t.subscriptionStates[status],
          draw: SubscriptionState,
        },
        { id: "customer", name: t.customer, kind: "what", value: ({ customer }) => customer?.name ?? null },
        { id: "interval", name: t.interval, kind: "text", value: (one) => wordFor(t.intervals, one.interval) },
        { id: "amount", name: text.value.words.amount, kind: "money", value: ({ amountCents }) => amountCents },
        { id: "next", name: t.nextCharge, kind: "time", value: ({ nextChargeAt }) => nextChargeAt },
      ]}
    />
  );
}

const amount = signal<number | null>(4_990);
const interval = signal("P1M");

export function NewSubscription() {
  const t = text.value.charges;
  const amountCents = amount.value;
  const body = { amountCents: amountCents ?? 0, interval: interval.value };
  return (
    <>
      <MoneyInput cents={amount} label={text.value.words.amount} />
      <Choice
        label={t.interval}
        value={interval.value}
        options={Object.entries(t.intervals)}
        onChoose={(duration) => (interval.value = duration)}
      />
      <ActionButton
        kind="primary"
        action={amountCents === null ? null : onSandbox("POST", "/subscriptions", { body })}
        onDone={(answer) => goTo("charges", { show: "subscriptions", subscription: answer.text("subscriptionId") })}
      >
        {t.createSubscription}
      </ActionButton>
    </>
  );
}
