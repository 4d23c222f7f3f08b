import { signal } from "@preact/signals";
import type { SaldoClient } from "../../../src/client/saldo-client.ts";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { overview } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Instant } from "../../parts/instant.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { Money } from "../../parts/money.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { onPlatform } from "../../state/action.ts";
import { goTo, hrefOf, place, refine } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";
import { isWithdrawalStatus, WithdrawalState, type WithdrawalStatus } from "./withdrawal-state.tsx";

/** Withdrawals by state; the selected one with its code, its review and its bank. */
export function WithdrawalsScreen() {
  const { id, status, of } = place.value.query;
  return (
    <ListDetail
      tools={<Tools status={status} />}
      list={<List id={id} status={status} />}
      detail={id === undefined ? null : <WithdrawalDetail key={id} id={id} companyId={of} />}
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
        label={t.state}
        value={status ?? ""}
        options={[["", t.all], ...Object.entries(t.states)]}
        onChoose={(state) => refine({ status: state, id: undefined })}
      />
      <span class="spacer" />
      <MoneyInput cents={value} label={t.value} />
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
async function listWithdrawals({ control }: SaldoClient, status: WithdrawalStatus | undefined) {
  const query = status === undefined ? {} : { status };
  return (await carriedOut(control.GET("/withdrawals", { params: { query } }))).withdrawals;
}

function List({ id, status }: { readonly id: string | undefined; readonly status: string | undefined }) {
  const t = text.value.withdrawals;
  const state = isWithdrawalStatus(status) ? status : undefined;
  const { value: withdrawals } = useRead((client) => listWithdrawals(client, state), status).value;
  const { world, company } = overview.value.value ?? {};
  const companies = world?.companies ?? [];
  const otherThanShown = (companyId: string) => (companyId === company?.companyId ? undefined : companyId);
  if (withdrawals === null) return <Skeleton />;
  if (withdrawals.length === 0) {
    if (status !== undefined) return <Empty title={t.noneSuch} />;
    return (
      <Empty title={t.none} first={onPlatform("POST", "/account-balance/withdraw", { body: { value: 10_000 } })} />
    );
  }
  return (
    <ItemList
      items={withdrawals}
      label={text.value.screens.withdrawals}
      keyOf={({ withdrawId }) => withdrawId}
      hrefOf={({ withdrawId, companyId }) =>
        hrefOf("withdrawals", { id: withdrawId, status, of: otherThanShown(companyId) })
      }
      isSelected={({ withdrawId }) => withdrawId === id}
      cells={({ status: state, companyId, value: cents, createdAt }) => (
        <>
          <WithdrawalState status={state} />
          <span class="quiet">
            {companies.length > 1 && companies.find((one) => one.companyId === companyId)?.name}
          </span>
          <Money cents={cents} />
          <Instant at={createdAt} />
        </>
      )}
    />
  );
}
