import { signal } from "@preact/signals";
import type { Charge } from "../../../src/spec/generated/control-api.ts";
import { companyName } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Check, Choice } from "../../parts/choice.tsx";
import { factsText } from "../../parts/facts.ts";
import { Field } from "../../parts/fields.tsx";
import { SearchFilter } from "../../parts/filters.tsx";
import { Instant } from "../../parts/instant.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { DetailHead, ListDetail } from "../../parts/list-detail.tsx";
import { Money } from "../../parts/money.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { Empty } from "../../parts/snippet.tsx";
import { chargeState, stateColumn, stateOfCharge } from "../../parts/states.tsx";
import { Steps } from "../../parts/steps.tsx";
import { centsIn } from "../../parts/typed-money.ts";
import { onSandbox } from "../../state/action.ts";
import { goTo, hrefOf, place } from "../../state/place.ts";
import { useList, useRead } from "../../state/resource.ts";
import { actingAs, shownOf } from "../../state/session.ts";
import { advanceTo } from "../../state/travel.ts";
import { text } from "../../text/text.ts";
import { NewSubscription, SubscriptionDetail, Subscriptions } from "./subscriptions.tsx";

const t = text.charges;

export function ChargesScreen() {
  const { subscription, show } = place.value.query;
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
        id: (id) => <ChargeDetail id={id} />,
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
      <Choice label={t.hold} chosen={hold} options={HOLD_NAMES.map((name) => [name, t.holds[name]])} />
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

function ChargeDetail({ id }: { readonly id: string }) {
  const companyId = shownOf.value;
  const asked = { params: { path: { chargeId: id } }, headers: actingAs(companyId) };
  return (
    <Loaded read={useRead(({ control }) => control.GET("/charges/{chargeId}", asked))}>
      {(charge) => (
        <>
          <DetailHead title={<Money cents={charge.total} />}>{chargeState(stateOfCharge(charge))}</DetailHead>
          <Doable {...charge} />
          <dl class="fields">
            {companyId !== undefined && <Field name={text.session.company}>{companyName(companyId)}</Field>}
            <Field name={t.reference}>{charge.externalId}</Field>
            <Field name={t.customer}>{charge.customer && factsText(charge.customer.name, charge.customer.email)}</Field>
            <Field name={t.created} at={charge.createdAt} />
            <Field name={t.paid} at={charge.paidAt} />
            <Field name={t.expires} at={charge.expiresAt} />
            <Field name={t.hold}>
              {charge.hold && (
                <>
                  <Money cents={charge.hold.amountCents} /> · {t.until} <Instant at={charge.hold.releaseAt} />
                </>
              )}
            </Field>
            <Field name={t.subscription} copy={companyId === undefined ? null : charge.subscriptionId}>
              {charge.subscriptionId && (
                <a href={hrefOf("charges", { show: "subscriptions", subscription: charge.subscriptionId })}>
                  {charge.subscriptionId}
                </a>
              )}
            </Field>
            <Field name={text.words.identifier} copy={charge.chargeId} />
          </dl>
          <Steps id={id} />
        </>
      )}
    </Loaded>
  );
}

function Doable({ paymentStatus, reversal, chargeId, hold }: Charge) {
  const act = (what: "pay" | "process" | "expire" | "refund" | "chargeback") => {
    return { ...onSandbox("POST", `/charges/{chargeId}/${what}`, { ids: { chargeId } }), companyId: shownOf.value };
  };
  if (paymentStatus === "PENDING" || paymentStatus === "PROCESSING") {
    return (
      <p class="line">
        <ActionButton name={text.words.pay} kind="primary" action={act("pay")} />
        {paymentStatus === "PENDING" && <ActionButton name={t.process} action={act("process")} />}
        {paymentStatus === "PENDING" && <ActionButton name={t.expire} action={act("expire")} />}
      </p>
    );
  }
  if (paymentStatus !== "PAID" || reversal !== null) return null;
  return (
    <p class="line">
      {hold && <ActionButton name={t.release} kind="primary" action={advanceTo(Date.parse(hold.releaseAt))} />}
      <ActionButton name={t.refund} action={act("refund")} />
      <ActionButton name={t.chargeback} kind="danger" action={act("chargeback")} />
    </p>
  );
}
