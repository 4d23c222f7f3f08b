import { companyName } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { factsText } from "../../parts/facts.ts";
import { Field, Fields } from "../../parts/fields.tsx";
import { Instant } from "../../parts/instant.tsx";
import { DetailHead } from "../../parts/list-detail.tsx";
import { Money } from "../../parts/money.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { type Charge, chargeState, stateOfCharge } from "../../parts/states.tsx";
import { Steps } from "../../parts/steps.tsx";
import { onSandbox } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { actingAs, type OfCompany } from "../../state/session.ts";
import { advanceTo } from "../../state/travel.ts";
import { text } from "../../text/text.ts";

const t = text.charges;

export function ChargeDetail({ id, companyId }: OfCompany & { readonly id: string }) {
  const asked = { params: { path: { chargeId: id } }, headers: actingAs(companyId) };
  return (
    <Loaded read={useRead(({ control }) => control.GET("/charges/{chargeId}", asked))}>
      {(charge) => (
        <>
          <DetailHead title={<Money cents={charge.total} />}>{chargeState(stateOfCharge(charge))}</DetailHead>
          <Doable charge={charge} companyId={companyId} />
          <Fields>
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
          </Fields>
          <Steps id={id} />
        </>
      )}
    </Loaded>
  );
}

function Doable({ charge, companyId }: OfCompany & { readonly charge: Charge }) {
  const { paymentStatus, reversal, chargeId, hold } = charge;
  const act = (what: "pay" | "process" | "expire" | "refund" | "chargeback") => {
    return { ...onSandbox("POST", `/charges/{chargeId}/${what}`, { ids: { chargeId } }), companyId };
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
