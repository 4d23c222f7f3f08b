import { signal } from "@preact/signals";
import { companyName, overview } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { isNameIn, StateFilter } from "../../parts/filters.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { stateColumn, type Withdrawal, withdrawalState } from "../../parts/states.tsx";
import { centsIn } from "../../parts/typed-money.ts";
import { onPlatform } from "../../state/action.ts";
import { goTo, place } from "../../state/place.ts";
import { useList } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";

const t = text.withdrawals;

export function WithdrawalsScreen() {
  const { of } = place.value.query;
  return (
    <ListDetail tools={<Tools />} list={<List />} picks={{ id: (id) => <WithdrawalDetail id={id} companyId={of} /> }} />
  );
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
