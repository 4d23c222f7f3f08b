import { signal } from "@preact/signals";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { companyName, overview } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { onPlatform } from "../../state/action.ts";
import { goTo, place, refine } from "../../state/place.ts";
import { useList } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";
import { isWithdrawalStatus, WithdrawalState } from "./withdrawal-state.tsx";

/** Withdrawals by state; the selected one with its code, its review and its bank. */
export function WithdrawalsScreen() {
  const { id, status, of } = place.value.query;
  return (
    <ListDetail
      tools={<Tools status={status} />}
      list={<List status={status} />}
      detail={id === undefined ? null : <WithdrawalDetail key={id} id={id} companyId={of} />}
      picks={["id", "of"]}
    />
  );
}

const value = signal<number | null>(10_000);

function Tools({ status }: { readonly status: string | undefined }) {
  const t = text.value.withdrawals;
  const cents = value.value;
  return (
    <>
      <Choice
        isFilter
        label={text.value.words.state}
        value={status ?? ""}
        options={[["", text.value.words.all], ...Object.entries(t.states)]}
        onChoose={(state) => refine({ status: state, id: undefined })}
      />
      <span class="spacer" />
      <MoneyInput cents={value} label={text.value.words.amount} />
      <ActionButton
        kind="primary"
        action={cents === null ? null : onPlatform("POST", "/account-balance/withdraw", { body: { value: cents } })}
        onDone={(answer) => goTo("withdrawals", { id: answer.text("data.withdrawId") })}
      >
        {t.open}
      </ActionButton>
    </>
  );
}

/** The newest of all companies, because a super admin reviews those of all. */
function List({ status }: { readonly status: string | undefined }) {
  const t = text.value.withdrawals;
  const filter = isWithdrawalStatus(status) ? { status } : {};
  const list = useList(async ({ control }, limit) => {
    const read = control.GET("/withdrawals", { params: { query: { ...filter, limit } } });
    return (await carriedOut(read)).withdrawals;
  }, status);
  const shownCompany = overview.value.value?.company.companyId;
  const first = onPlatform("POST", "/account-balance/withdraw", { body: { value: 10_000 } });
  return (
    <ItemList
      {...list}
      empty={status === undefined ? <Empty title={t.none} first={first} /> : <Empty title={t.noneSuch} />}
      label={text.value.screens.withdrawals}
      keyOf={({ withdrawId }) => withdrawId}
      also={({ companyId }) => ({ of: companyId === shownCompany ? undefined : companyId })}
      columns={[
        {
          id: "state",
          name: text.value.words.state,
          kind: "state",
          value: (one) => t.states[one.status],
          draw: WithdrawalState,
        },
        {
          id: "company",
          name: text.value.session.company,
          kind: "what",
          value: ({ companyId }) => companyName(companyId),
        },
        { id: "amount", name: text.value.words.amount, kind: "money", value: (one) => one.value },
        { id: "at", name: text.value.charges.created, kind: "time", value: (one) => one.createdAt },
      ]}
    />
  );
}
