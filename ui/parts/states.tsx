import type { ComponentChildren } from "preact";
import type { Charge } from "../../src/spec/generated/control-api.ts";
import { text } from "../text/text.ts";
import type { Column } from "./order.tsx";
import { Status, type Tone } from "./status.tsx";

/** Returns what shows a state in a word of the page; the word of the interface stands in its title. */
function shownBy<S extends string>(words: Readonly<Record<S, string>>, tones: Readonly<Record<S, Tone>>) {
  return (state: S) => (
    <Status tone={tones[state]} title={state}>
      {words[state]}
    </Status>
  );
}

export const withdrawalState = shownBy(text.withdrawals.states, {
  CREATED: "waiting",
  PENDING_REVIEW: "attention",
  APPROVED: "waiting",
  CONFIRMED: "good",
  FAILED: "bad",
  CANCELLED: "quiet",
});

export const chargeState = shownBy(text.charges.states, {
  PENDING: "waiting",
  PROCESSING: "waiting",
  PAID: "good",
  EXPIRED: "quiet",
  REFUNDED: "attention",
  CHARGEBACK: "bad",
});

/** Returns the state of a charge. A refund and a chargeback have the same status, and are told apart here. */
export function stateOfCharge({ paymentStatus, reversal }: Charge) {
  return reversal === "CHARGEBACK" ? reversal : paymentStatus;
}

export const subscriptionState = shownBy(text.charges.subscriptionStates, {
  PENDING: "waiting",
  AUTHORIZED: "good",
  REJECTED: "bad",
});

export const deliveryState = shownBy(text.webhooks.states, {
  PENDING: "waiting",
  DELIVERED: "good",
  FAILED: "bad",
  CANCELLED: "quiet",
});

export const webhookState = shownBy(text.webhooks.health, { active: "good", inactive: "bad" });

/** Returns the column of a list that has the state of each item, by which the list is sorted as it is told. */
export function stateColumn<T, S extends string>(
  stateOf: (item: T) => S,
  shown: (state: S) => ComponentChildren,
  words: Readonly<Record<S, string>>,
  kind: "state" | "short" = "state",
): Column<T> {
  const value = (item: T) => words[stateOf(item)];
  return { id: "state", name: text.words.state, kind, value, draw: (item) => shown(stateOf(item)) };
}
