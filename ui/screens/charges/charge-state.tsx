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

/** Returns the state of a charge in words. A refund and a chargeback have the same status, and are told apart here. */
export function chargeState({ paymentStatus, reversal }: Charge): string {
  return text.value.charges.states[reversal === "CHARGEBACK" ? reversal : paymentStatus];
}

export function ChargeState(charge: Charge) {
  const { paymentStatus, reversal } = charge;
  return (
    <span title={paymentStatus}>
      <Status tone={reversal === "CHARGEBACK" ? "bad" : tones[paymentStatus]}>{chargeState(charge)}</Status>
    </span>
  );
}
