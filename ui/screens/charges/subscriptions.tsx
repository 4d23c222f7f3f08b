import { signal } from "@preact/signals";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import type { components } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Instant } from "../../parts/instant.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { Money } from "../../parts/money.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Status, type Tone } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { goTo, hrefOf } from "../../state/place.ts";
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
    <span title={status}>
      <Status tone={tones[status]}>{text.value.charges.subscriptionStates[status]}</Status>
    </span>
  );
}

const MAX_ITEMS = 1_000;

export function Subscriptions({ selected }: { readonly selected: string | undefined }) {
  const { value } = useRead(({ control }) =>
    carriedOut(control.GET("/subscriptions", { params: { query: { limit: MAX_ITEMS } } })),
  ).value;
  if (value === null) return <Skeleton />;
  if (value.subscriptions.length === 0)
    return (
      <Empty
        title={text.value.charges.noSubscription}
        first={onSandbox("POST", "/subscriptions", { body: { amountCents: 10_000, interval: "P1M" } })}
      />
    );
  return (
    <ItemList
      items={value.subscriptions}
      label={text.value.charges.subscriptions}
      keyOf={({ subscriptionId }) => subscriptionId}
      hrefOf={({ subscriptionId }) => hrefOf("charges", { subscription: subscriptionId })}
      isSelected={({ subscriptionId }) => subscriptionId === selected}
      cells={({ status, customer, amountCents, interval, nextChargeAt }) => (
        <>
          <SubscriptionState status={status} />
          <span>{customer?.name ?? wordFor(text.value.charges.intervals, interval)}</span>
          <Money cents={amountCents} />
          <span>{nextChargeAt && <Instant at={nextChargeAt} />}</span>
        </>
      )}
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
      <MoneyInput cents={amount} label={t.amount} />
      <Choice
        label={t.interval}
        value={interval.value}
        options={Object.entries(t.intervals)}
        onChoose={(duration) => {
          interval.value = duration;
        }}
      />
      <ActionButton
        kind="primary"
        action={amountCents === null ? null : onSandbox("POST", "/subscriptions", { body })}
        onDone={(answer) => goTo("charges", { subscription: answer.text("subscriptionId") })}
      >
        {t.createSubscription}
      </ActionButton>
    </>
  );
}
