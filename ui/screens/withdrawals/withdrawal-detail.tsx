import { companyName } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { DetailHead } from "../../parts/list-detail.tsx";
import { Money } from "../../parts/money.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { type Withdrawal, withdrawalState } from "../../parts/states.tsx";
import { Steps } from "../../parts/steps.tsx";
import { onPlatform, onSandbox } from "../../state/action.ts";
import { useRead } from "../../state/resource.ts";
import { actingAs, type OfCompany } from "../../state/session.ts";
import { text } from "../../text/text.ts";
import { CodeBox } from "./code-box.tsx";

const t = text.withdrawals;

/** A withdrawal with what can be done about it: by the company, the super admin, and the bank. */
export function WithdrawalDetail({ id, companyId }: OfCompany & { readonly id: string }) {
  const asked = { params: { path: { withdrawId: id } }, headers: actingAs(companyId) };
  return (
    <Loaded read={useRead(({ control }) => control.GET("/withdrawals/{withdrawId}", asked))}>
      {(withdrawal) => (
        <>
          <DetailHead title={<Money cents={withdrawal.value} />}>{withdrawalState(withdrawal.status)}</DetailHead>
          <Doable withdrawal={withdrawal} companyId={companyId} />
          <Fields>
            {companyId !== undefined && <Field name={text.session.company}>{companyName(companyId)}</Field>}
            <Field name={text.words.sent} cents={withdrawal.netValue} />
            <Field name={t.fee} cents={withdrawal.fee} />
            <Field name={t.pixKey} copy={withdrawal.pixKey} />
            <Field name={t.endToEnd} copy={withdrawal.endToEndId} />
            <Field name={t.settles} at={withdrawal.settlesAt} />
            <Field name={text.words.reason}>{withdrawal.failureReason}</Field>
            <Field name={text.words.identifier} copy={withdrawal.withdrawId} />
          </Fields>
          <Steps id={id} />
        </>
      )}
    </Loaded>
  );
}

function Doable({ withdrawal, companyId }: OfCompany & { readonly withdrawal: Withdrawal }) {
  const { withdrawId, status } = withdrawal;
  const ids = { withdrawId };
  if (status === "CREATED") {
    const cancel = onPlatform("POST", "/account-balance/withdraw/cancel", { body: ids });
    return (
      <>
        <CodeBox withdrawal={withdrawal} companyId={companyId} />
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
