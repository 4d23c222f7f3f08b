import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { companyName } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { Money } from "../../parts/money.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Steps } from "../../parts/steps.tsx";
import { onPlatform, onSandbox } from "../../state/action.ts";
import { useRead } from "../../state/resource.ts";
import { actingAs } from "../../state/session.ts";
import { text } from "../../text/text.ts";
import { CodeBox } from "./code-box.tsx";
import { type Withdrawal, WithdrawalState } from "./withdrawal-state.tsx";

/** A withdrawal with what can be done about it: by the company, the super admin, and the bank. */
export function WithdrawalDetail({ id, companyId }: { readonly id: string; readonly companyId: string | undefined }) {
  const t = text.value;
  const headers = actingAs(companyId);
  const { value: withdrawal, problem } = useRead(({ control }) =>
    carriedOut(control.GET("/withdrawals/{withdrawId}", { params: { path: { withdrawId: id } }, headers })),
  ).value;
  if (withdrawal === null) return problem === null ? <Skeleton /> : <p class="quiet">{problem}</p>;
  return (
    <>
      <div class="detail-head">
        <h2>
          <Money cents={withdrawal.value} />
        </h2>
        <WithdrawalState status={withdrawal.status} />
      </div>
      <Doable withdrawal={withdrawal} companyId={companyId} />
      <Fields>
        {companyId !== undefined && <Field name={t.session.company}>{companyName(companyId)}</Field>}
        <Field name={t.withdrawals.net} cents={withdrawal.netValue} />
        <Field name={t.withdrawals.fee} cents={withdrawal.fee} />
        <Field name={t.withdrawals.pixKey} copy={withdrawal.pixKey} />
        <Field name={t.withdrawals.endToEnd} copy={withdrawal.endToEndId} />
        <Field name={t.withdrawals.settles} at={withdrawal.settlesAt} />
        <Field name={t.words.reason}>{withdrawal.failureReason}</Field>
        <Field name={t.words.identifier} copy={withdrawal.withdrawId} />
      </Fields>
      <Steps id={id} />
    </>
  );
}

interface DoableProps {
  readonly withdrawal: Withdrawal;
  /** Its company, if that is not the one that is shown: it is acted as without being switched to. */
  readonly companyId: string | undefined;
}

/** What can be done in the state of the withdrawal. */
function Doable({ withdrawal, companyId }: DoableProps) {
  const t = text.value.withdrawals;
  const { withdrawId, status } = withdrawal;
  const ids = { withdrawId };
  if (status === "CREATED") {
    return (
      <>
        <CodeBox withdrawal={withdrawal} companyId={companyId} />
        <p class="line">
          <ActionButton
            kind="danger"
            action={{ ...onPlatform("POST", "/account-balance/withdraw/cancel", { body: { withdrawId } }), companyId }}
          >
            {t.cancel}
          </ActionButton>
        </p>
      </>
    );
  }
  if (status === "PENDING_REVIEW") {
    return (
      <p class="line">
        <span class="quiet">{t.asAdmin}</span>
        <ActionButton
          kind="primary"
          action={{ ...onSandbox("POST", "/withdrawals/{withdrawId}/approve", { ids }), companyId }}
        >
          {t.approve}
        </ActionButton>
        <ActionButton
          kind="danger"
          action={{ ...onSandbox("POST", "/withdrawals/{withdrawId}/decline", { ids }), companyId }}
        >
          {t.decline}
        </ActionButton>
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
      <ActionButton kind="primary" action={settle("CONFIRMED")}>
        {text.value.words.pay}
      </ActionButton>
      <ActionButton kind="danger" action={settle("FAILED")}>
        {t.fail}
      </ActionButton>
    </p>
  );
}
