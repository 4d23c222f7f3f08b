import type { components } from "../../../src/spec/generated/control-api.ts";
import { Status, type Tone } from "../../parts/status.tsx";
import { text } from "../../text/text.ts";

export type Charge = components["schemas"]["Charge"];

const tones: Readonly<Record<Charge["paymentStatus"], Tone>> = {
  PENDING: "waiting",
  PROCESSING: "waiting",
  PAID: "good",
  EXPIRED: "quiet",
  REFUNDED: "attention",
};

/** The state of a charge. A refund and a chargeback have the same status, and are told apart here. */
export function ChargeState({ charge }: { readonly charge: Charge }) {
  const t = text.value.charges.states;
  const isChargeback = charge.reversal === "CHARGEBACK";
  return (
    <span title={charge.paymentStatus}>
      <Status tone={isChargeback ? "bad" : tones[charge.paymentStatus]}>
        {isChargeback ? t.CHARGEBACK : t[charge.paymentStatus]}
      </Status>
    </span>
  );
}
