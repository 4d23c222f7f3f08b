import type { components } from "../../../src/spec/generated/control-api.ts";
import { Status, type Tone } from "../../parts/status.tsx";
import { text } from "../../text/text.ts";

export type Withdrawal = components["schemas"]["Withdrawal"];
export type WithdrawalStatus = Withdrawal["status"];

const tones: Readonly<Record<WithdrawalStatus, Tone>> = {
  CREATED: "waiting",
  PENDING_REVIEW: "attention",
  APPROVED: "waiting",
  CONFIRMED: "good",
  FAILED: "bad",
  CANCELLED: "quiet",
};

export function isWithdrawalStatus(name: string | undefined): name is WithdrawalStatus {
  return name !== undefined && Object.hasOwn(tones, name);
}

/** The state of a withdrawal. The word of the interface stands in its title. */
export function WithdrawalState({ status }: { readonly status: WithdrawalStatus }) {
  return (
    <Status tone={tones[status]} title={status}>
      {text.value.withdrawals.states[status]}
    </Status>
  );
}
