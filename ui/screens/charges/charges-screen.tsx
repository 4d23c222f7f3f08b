import { signal } from "@preact/signals";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { onSandbox } from "../../state/action.ts";
import { goTo, hrefOf, place } from "../../state/place.ts";
import { useList } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { ChargeDetail } from "./charge-detail.tsx";
import { ChargeState, chargeState } from "./charge-state.tsx";
import { SubscriptionDetail } from "./subscription-detail.tsx";
import { NewSubscription, Subscriptions } from "./subscriptions.tsx";

/** Charges with their holds, and subscriptions. */
export function ChargesScreen() {
  const { id, subscription, show, of } = place.value.query;
  const showsSubscriptions = show === "subscriptions" || subscription !== undefined;
  return (
    <ListDetail
      tools={
        <>
          <Tabs showsSubscriptions={showsSubscriptions} />
          <span class="spacer" />
          {showsSubscriptions ? <NewSubscription /> : <NewCharge />}
        </>
      }
      list={showsSubscriptions ? <Subscriptions /> : <Charges />}
      detail={
        subscription !== undefined ? (
          <SubscriptionDetail key={subscription} id={subscription} />
        ) : id !== undefined ? (
          <ChargeDetail key={id} id={id} companyId={of} />
        ) : null
      }
      picks={["subscription", "id", "of"]}
    />
  );
}

function Tabs({ showsSubscriptions }: { readonly showsSubscriptions: boolean }) {
  const t = text.value.charges;
  return (
    <p class="tabs">
      <a class="tab" href={hrefOf("charges")} aria-current={showsSubscriptions ? undefined : "true"}>
        {text.value.screens.charges}
      </a>
      <a
        class="tab"
        href={hrefOf("charges", { show: "subscriptions" })}
        aria-current={showsSubscriptions ? "true" : undefined}
      >
        {t.subscriptions}
      </a>
    </p>
  );
}

const total = signal<number | null>(10_000);
const isPaid = signal(true);

/** What is held of a new charge's payment. */
const HOLDS = {
  asSet: {},
  none: { retention: { percent: 0, holdFor: "P0D" } },
  month: { retention: { percent: 100, holdFor: "P30D" } },
} as const;
const HOLD_NAMES = ["asSet", "none", "month"] as const;
const hold = signal<(typeof HOLD_NAMES)[number]>("asSet");

function NewCharge() {
  const t = text.value.charges;
  const cents = total.value;
  const paid = isPaid.value ? { paid: true } : {};
  const body = cents === null ? null : { total: cents, ...paid, ...HOLDS[hold.value] };
  return (
    <>
      <MoneyInput cents={total} label={t.total} />
      <label class="inline">
        <input
          type="checkbox"
          checked={isPaid.value}
          onChange={(event) => (isPaid.value = event.currentTarget.checked)}
        />
        {t.paidAtOnce}
      </label>
      <Choice
        label={t.hold}
        value={hold.value}
        options={HOLD_NAMES.map((name) => [name, t.holds[name]])}
        onChoose={(name) => (hold.value = name)}
      />
      <ActionButton
        kind="primary"
        action={body === null ? null : onSandbox("POST", "/charges", { body })}
        onDone={(answer) => goTo("charges", { id: answer.text("chargeId") })}
      >
        {t.create}
      </ActionButton>
    </>
  );
}

function Charges() {
  const t = text.value.charges;
  const list = useList(
    async ({ control }, limit) => (await carriedOut(control.GET("/charges", { params: { query: { limit } } }))).charges,
  );
  const first = onSandbox("POST", "/charges", { body: { total: 10_000, paid: true } });
  return (
    <ItemList
      {...list}
      empty={<Empty title={t.none} first={first} />}
      label={text.value.screens.charges}
      keyOf={({ chargeId }) => chargeId}
      columns={[
        { id: "state", name: text.value.words.state, kind: "state", value: chargeState, draw: ChargeState },
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
