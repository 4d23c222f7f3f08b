import { signal } from "@preact/signals";
import type { Withdrawal } from "../../../src/spec/generated/control-api.ts";
import { companyName, overview } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Field } from "../../parts/fields.tsx";
import { isNameIn, StateFilter } from "../../parts/filters.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { DetailHead, ListDetail } from "../../parts/list-detail.tsx";
import { Money } from "../../parts/money.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { Empty } from "../../parts/snippet.tsx";
import { stateColumn, withdrawalState } from "../../parts/states.tsx";
import { Steps } from "../../parts/steps.tsx";
import { centsIn } from "../../parts/typed-money.ts";
import { onPlatform, onSandbox } from "../../state/action.ts";
import { goTo, place } from "../../state/place.ts";
import { useList, useRead } from "../../state/resource.ts";
import { actingAs, shownOf } from "../../state/session.ts";
import { text } from "../../text/text.ts";
import { CodeBox } from "./code-box.tsx";

const t = text.withdrawals;

export function WithdrawalsScreen() {
  return <ListDetail tools={<Tools />} list={<List />} picks={{ id: (id) => <WithdrawalDetail id={id} /> }} />;
}

const amount = signal("100,00");

/** Begins a withdrawal, as an integrator's program would. */
const initiated = (value: number) => onPlatform("POST", "/account-balance/withdraw", { body: { value } });

function Tools() {
  const cents = centsIn(amount.value);
  return (
    <>
      <StateFilter part="status" closes="id" words={t.states} />
      <span class="spacer" />
      <MoneyInput typed={amount} label={text.words.amount} />
      <ActionButton
        name={t.open}
        kind="primary"
        action={cents === null ? null : initiated(cents)}
        onDone={(answer) => goTo("withdrawals", { id: answer.text("data.withdrawId") })}
      />
    </>
  );
}

/** The newest of all companies, because a super admin reviews those of all. */
function List() {
  const { status } = place.value.query;
  const filter = isNameIn(t.states, status) ? { status } : {};
  const list = useList(
    ({ control }, limit) => control.GET("/withdrawals", { params: { query: { ...filter, limit } } }),
    ({ withdrawals }) => withdrawals,
    status,
  );
  const shownCompany = overview.value.value?.company.companyId;
  return (
    <ItemList
      {...list}
      empty={
        status === undefined ? <Empty title={t.none} first={initiated(10_000)} /> : <Empty title={text.list.noneSuch} />
      }
      keyOf={({ withdrawId }) => withdrawId}
      also={({ companyId }) => ({ of: companyId === shownCompany ? undefined : companyId })}
      columns={[
        stateColumn((one: Withdrawal) => one.status, withdrawalState, t.states),
        { id: "company", name: text.session.company, kind: "what", value: ({ companyId }) => companyName(companyId) },
        { id: "amount", name: text.words.amount, kind: "money", value: (one) => one.value },
        { id: "at", name: t.opened, kind: "time", value: (one) => one.createdAt },
      ]}
    />
  );
}

/** A withdrawal with what can be done about it: by the company, the super admin, and the bank. */
function WithdrawalDetail({ id }: { readonly id: string }) {
  const companyId = shownOf.value;
  const asked = { params: { path: { withdrawId: id } }, headers: actingAs(companyId) };
  return (
    <Loaded read={useRead(({ control }) => control.GET("/withdrawals/{withdrawId}", asked))}>
      {(withdrawal) => (
        <>
          <DetailHead title={<Money cents={withdrawal.value} />}>{withdrawalState(withdrawal.status)}</DetailHead>
          <Doable withdrawal={withdrawal} />
          <dl class="fields">
            {companyId !== undefined && <Field name={text.session.company}>{companyName(companyId)}</Field>}
            <Field name={text.words.sent} cents={withdrawal.netValue} />
            <Field name={t.fee} cents={withdrawal.fee} />
            <Field name={t.pixKey} copy={withdrawal.pixKey} />
            <Field name={t.endToEnd} copy={withdrawal.endToEndId} />
            <Field name={t.settles} at={withdrawal.settlesAt} />
            <Field name={text.words.reason}>{withdrawal.failureReason}</Field>
            <Field name={text.words.identifier} copy={withdrawal.withdrawId} />
          </dl>
          <Steps id={id} />
        </>
      )}
    </Loaded>
  );
}

function Doable({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const companyId = shownOf.value;
  const { withdrawId, status } = withdrawal;
  const ids = { withdrawId };
  if (status === "CREATED") {
    const cancel = onPlatform("POST", "/account-balance/withdraw/cancel", { body: ids });
    return (
      <>
        <CodeBox withdrawal={withdrawal} />
        <p class="line">
          <ActionButton name={t.cancel} kind="danger" action={{ ...cancel, companyId }} />
        </p>
      </>
    );
  }
  if (status === "PENDING_REVIEW") {
    const review = (what: "approve" | "decline") => {
      return { ...onSandbox("POST", `/withdrawals/{withdrawId}/${what}`, { ids }), companyId };
    };
    return (
      <p class="line">
        <span class="quiet">{t.asAdmin}</span>
        <ActionButton name={t.approve} kind="primary" action={review("approve")} />
        <ActionButton name={t.decline} kind="danger" action={review("decline")} />
      </p>
    );
  }
  if (status !== "APPROVED") return null;
  const settle = (outcome: "CONFIRMED" | "FAILED") => {
    return { ...onSandbox("POST", "/withdrawals/{withdrawId}/settle", { ids, body: { outcome } }), companyId };
  };
  return (
    <p class="line">
      <span class="quiet">{t.asBank}</span>
      <ActionButton name={text.words.pay} kind="primary" action={settle("CONFIRMED")} />
      <ActionButton name={t.fail} kind="danger" action={settle("FAILED")} />
    </p>
  );
}
