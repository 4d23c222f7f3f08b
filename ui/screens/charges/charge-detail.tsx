import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { companyName } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Steps } from "../../parts/steps.tsx";
import { onSandbox } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { actingAs } from "../../state/session.ts";
import { advanceTo, travel } from "../../state/travel.ts";
import { text } from "../../text/text.ts";
import { type Charge, ChargeState } from "./charge-state.tsx";

/** A charge with its hold, and what its customer can do. */
export function ChargeDetail({ id, companyId }: { readonly id: string; readonly companyId: string | undefined }) {
  const t = text.value.charges;
  const headers = actingAs(companyId);
  const { value: charge, problem } = useRead(({ control }) =>
    carriedOut(control.GET("/charges/{chargeId}", { params: { path: { chargeId: id } }, headers })),
  ).value;
  if (charge === null) return problem === null ? <Skeleton /> : <p class="quiet">{problem}</p>;
  const { customer, hold } = charge;
  return (
    <>
      <div class="detail-head">
        <h2>
          <Money cents={charge.total} />
        </h2>
        <ChargeState {...charge} />
      </div>
      <Doable charge={charge} companyId={companyId} />
      <Fields>
        {companyId !== undefined && <Field name={text.value.session.company}>{companyName(companyId)}</Field>}
        <Field name={t.reference}>{charge.externalId}</Field>
        <Field name={t.customer}>
          {customer && [customer.name, customer.email].filter((part) => part !== null).join(" · ")}
        </Field>
        <Field name={t.created} at={charge.createdAt} />
        <Field name={t.paid} at={charge.paidAt} />
        <Field name={t.expires} at={charge.expiresAt} />
        <Field name={t.hold}>
          {hold && (
            <>
              <Money cents={hold.amountCents} /> · {t.until} <Instant at={hold.releaseAt} />
            </>
          )}
        </Field>
        <Field name={t.subscription}>
          {charge.subscriptionId && (
            <a href={hrefOf("charges", { show: "subscriptions", subscription: charge.subscriptionId })}>
              {charge.subscriptionId}
            </a>
          )}
        </Field>
        <Field name={text.value.words.identifier} copy={charge.chargeId} />
      </Fields>
      <Steps id={id} />
    </>
  );
}

interface DoableProps {
  readonly charge: Charge;
  /** Its company, if that is not the one that is shown: it is acted as without being switched to. */
  readonly companyId: string | undefined;
}

function Doable({ charge, companyId }: DoableProps) {
  const t = text.value.charges;
  const { paymentStatus, reversal, chargeId, hold } = charge;
  const act = (what: "pay" | "process" | "expire" | "refund" | "chargeback") => {
    return { ...onSandbox("POST", `/charges/{chargeId}/${what}`, { ids: { chargeId } }), companyId };
  };
  if (paymentStatus === "PENDING" || paymentStatus === "PROCESSING") {
    return (
      <p class="line">
        <ActionButton kind="primary" action={act("pay")}>
          {text.value.words.pay}
        </ActionButton>
        {paymentStatus === "PENDING" && <ActionButton action={act("process")}>{t.process}</ActionButton>}
        <ActionButton action={act("expire")}>{t.expire}</ActionButton>
      </p>
    );
  }
  if (paymentStatus !== "PAID" || reversal !== null) return null;
  return (
    <p class="line">
      {hold && (
        <ActionButton kind="primary" action={advanceTo(Date.parse(hold.releaseAt))} via={travel}>
          {t.release}
        </ActionButton>
      )}
      <ActionButton action={act("refund")}>{t.refund}</ActionButton>
      <ActionButton kind="danger" action={act("chargeback")}>
        {t.chargeback}
      </ActionButton>
    </p>
  );
}
