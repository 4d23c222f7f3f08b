import { ActionButton } from "../../parts/action-button.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { DetailHead } from "../../parts/list-detail.tsx";
import { Money } from "../../parts/money.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { subscriptionState } from "../../parts/states.tsx";
import { Steps } from "../../parts/steps.tsx";
import { onSandbox } from "../../state/action.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { intervalText } from "./subscriptions.tsx";

const t = text.charges;

/** A subscription: its customer authorizes or rejects it, and it can be charged outside its interval. */
export function SubscriptionDetail({ id }: { readonly id: string }) {
  const ids = { subscriptionId: id };
  const act = (what: "authorize" | "reject" | "charge") => {
    return onSandbox("POST", `/subscriptions/{subscriptionId}/${what}`, { ids });
  };
  const letNext = (nextOutcome: "PAID" | "FAILED") => {
    return onSandbox("PATCH", "/subscriptions/{subscriptionId}", { ids, body: { nextOutcome } });
  };
  const params = { path: ids };
  return (
    <Loaded read={useRead(({ control }) => control.GET("/subscriptions/{subscriptionId}", { params }))}>
      {({ status, nextOutcome, ...subscription }) => (
        <>
          <DetailHead title={<Money cents={subscription.amountCents} />}>{subscriptionState(status)}</DetailHead>
          <p class="line">
            {status === "PENDING" && (
              <>
                <ActionButton name={t.authorize} kind="primary" action={act("authorize")} />
                <ActionButton name={t.reject} kind="danger" action={act("reject")} />
              </>
            )}
            {status === "AUTHORIZED" && <ActionButton name={t.chargeNow} action={act("charge")} />}
            {status !== "REJECTED" && (
              <ActionButton
                name={nextOutcome === "PAID" ? t.failNext : t.payNext}
                action={letNext(nextOutcome === "PAID" ? "FAILED" : "PAID")}
              />
            )}
          </p>
          <Fields>
            <Field name={t.interval}>{intervalText(subscription.interval)}</Field>
            <Field name={t.nextOutcome}>{t.outcomes[nextOutcome]}</Field>
            <Field name={t.nextCharge} at={subscription.nextChargeAt} />
            <Field name={t.customer}>{subscription.customer?.name}</Field>
            <Field name={t.created} at={subscription.createdAt} />
            <Field name={text.words.identifier} copy={subscription.subscriptionId} />
          </Fields>
          <Steps id={id} />
        </>
      )}
    </Loaded>
  );
}
