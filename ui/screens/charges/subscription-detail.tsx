import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { Money } from "../../parts/money.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Steps } from "../../parts/steps.tsx";
import { onSandbox } from "../../state/action.ts";
import { useRead } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";
import { SubscriptionState } from "./subscriptions.tsx";

/** A subscription: its customer authorizes or rejects it, and it can be charged outside its interval. */
export function SubscriptionDetail({ id }: { readonly id: string }) {
  const t = text.value.charges;
  const ids = { subscriptionId: id };
  const { value: subscription, problem } = useRead(({ control }) =>
    carriedOut(control.GET("/subscriptions/{subscriptionId}", { params: { path: ids } })),
  ).value;
  if (subscription === null) return problem === null ? <Skeleton /> : <p class="quiet">{problem}</p>;
  const { status, nextOutcome } = subscription;
  const other = nextOutcome === "PAID" ? "FAILED" : "PAID";
  const changeOutcome = onSandbox("PATCH", "/subscriptions/{subscriptionId}", { ids, body: { nextOutcome: other } });
  return (
    <>
      <div class="detail-head">
        <h2>
          <Money cents={subscription.amountCents} />
        </h2>
        <SubscriptionState status={status} />
      </div>
      <p class="line">
        {status === "PENDING" && (
          <>
            <ActionButton
              kind="primary"
              action={onSandbox("POST", "/subscriptions/{subscriptionId}/authorize", { ids })}
            >
              {t.authorize}
            </ActionButton>
            <ActionButton kind="danger" action={onSandbox("POST", "/subscriptions/{subscriptionId}/reject", { ids })}>
              {t.reject}
            </ActionButton>
          </>
        )}
        {status === "AUTHORIZED" && (
          <ActionButton action={onSandbox("POST", "/subscriptions/{subscriptionId}/charge", { ids })}>
            {t.chargeNow}
          </ActionButton>
        )}
        {status !== "REJECTED" && (
          <ActionButton action={changeOutcome}>{nextOutcome === "PAID" ? t.failNext : t.payNext}</ActionButton>
        )}
      </p>
      <Fields>
        <Field name={t.interval}>{wordFor(t.intervals, subscription.interval)}</Field>
        <Field name={t.nextOutcome}>{t.outcomes[nextOutcome]}</Field>
        <Field name={t.nextCharge} at={subscription.nextChargeAt} />
        <Field name={t.customer}>{subscription.customer?.name}</Field>
        <Field name={t.created} at={subscription.createdAt} />
        <Field name={text.value.words.identifier} copy={subscription.subscriptionId} />
      </Fields>
      <Steps id={id} />
    </>
  );
}
