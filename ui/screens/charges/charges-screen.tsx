import { signal } from "@preact/signals";
import { ActionButton } from "../../parts/action-button.tsx";
import { Check, Choice } from "../../parts/choice.tsx";
import { Empty } from "../../parts/empty.tsx";
import { SearchFilter } from "../../parts/filters.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { chargeState, stateColumn, stateOfCharge } from "../../parts/states.tsx";
import { centsIn } from "../../parts/typed-money.ts";
import { onSandbox } from "../../state/action.ts";
import { goTo, hrefOf, place } from "../../state/place.ts";
import { useList } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { ChargeDetail } from "./charge-detail.tsx";
import { SubscriptionDetail } from "./subscription-detail.tsx";
import { NewSubscription, Subscriptions } from "./subscriptions.tsx";

const t = text.charges;

export function ChargesScreen() {
  const { subscription, show, of } = place.value.query;
  const showsSubscriptions = show === "subscriptions" || subscription !== undefined;
  return (
    <ListDetail
      tools={
        <>
          <p class="line">
            <Tab name={text.screens.charges} isShown={!showsSubscriptions} />
            <Tab name={t.subscriptions} show="subscriptions" isShown={showsSubscriptions} />
          </p>
          <SearchFilter label={text.words.find} />
          <span class="spacer" />
          {showsSubscriptions ? <NewSubscription /> : <NewCharge />}
        </>
      }
      list={showsSubscriptions ? <Subscriptions /> : <Charges />}
      picks={{
        subscription: (id) => <SubscriptionDetail id={id} />,
        id: (id) => <ChargeDetail id={id} companyId={of} />,
      }}
    />
  );
}

function Tab({ name, show, isShown }: { readonly name: string; readonly show?: string; readonly isShown: boolean }) {
  return (
    <a class="tab" href={hrefOf("charges", { show })} aria-current={isShown ? "true" : undefined}>
      {name}
    </a>
  );
}

const total = signal("100,00");
const isPaid = signal(true);

const HOLDS = {
  asSet: {},
  none: { retention: { percent: 0, holdFor: "P0D" } },
  month: { retention: { percent: 100, holdFor: "P30D" } },
} as const;
const HOLD_NAMES = ["asSet", "none", "month"] as const;
const hold = signal<(typeof HOLD_NAMES)[number]>("asSet");

function NewCharge() {
  const cents = centsIn(total.value);
  const body = cents === null ? null : { total: cents, ...(isPaid.value && { paid: true }), ...HOLDS[hold.value] };
  return (
    <>
      <MoneyInput typed={total} label={t.total} />
      <Check name={t.paidAtOnce} checked={isPaid.value} onCheck={(isChecked) => (isPaid.value = isChecked)} />
      <Choice
        label={t.hold}
        value={hold.value}
        options={HOLD_NAMES.map((name) => [name, t.holds[name]])}
        onChoose={(name) => (hold.value = name)}
      />
      <ActionButton
        name={t.create}
        kind="primary"
        action={body && onSandbox("POST", "/charges", { body })}
        onDone={(answer) => goTo("charges", { id: answer.text("chargeId") })}
      />
    </>
  );
}

function Charges() {
  const list = useList(
    ({ control }, limit) => control.GET("/charges", { params: { query: { limit } } }),
    ({ charges }) => charges,
  );
  const first = onSandbox("POST", "/charges", { body: { total: 10_000, paid: true } });
  return (
    <ItemList
      {...list}
      empty={<Empty title={t.none} first={first} />}
      keyOf={({ chargeId }) => chargeId}
      columns={[
        stateColumn(stateOfCharge, chargeState, t.states),
        {
          id: "what",
          name: t.reference,
          kind: "what",
          value: (one) => one.externalId ?? one.customer?.name ?? one.chargeId,
        },
        { id: "amount", name: t.total, kind: "money", value: ({ total }) => total },
        { id: "at", name: t.created, kind: "time", value: ({ createdAt }) => createdAt },
      ]}
    />
  );
}
