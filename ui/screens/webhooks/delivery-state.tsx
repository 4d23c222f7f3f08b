import type { components } from "../../../src/spec/generated/control-api.ts";
import { Status, type Tone } from "../../parts/status.tsx";
import { text } from "../../text/text.ts";

export type Delivery = components["schemas"]["Delivery"];
export type Webhook = components["schemas"]["Webhook"];

const tones: Readonly<Record<Delivery["state"], Tone>> = {
  PENDING: "waiting",
  DELIVERED: "good",
  FAILED: "bad",
  CANCELLED: "quiet",
};

export function DeliveryState({ state }: Pick<Delivery, "state">) {
  return <Status tone={tones[state]}>{text.value.webhooks.states[state]}</Status>;
}

export function WebhookState({ active }: Pick<Webhook, "active">) {
  const { active: on, inactive } = text.value.webhooks;
  return <Status tone={active ? "good" : "bad"}>{active ? on : inactive}</Status>;
}

/** Returns the state that a text names; undefined if it names none. */
export function deliveryState(name: string | undefined): Delivery["state"] | undefined {
  return isDeliveryState(name) ? name : undefined;
}

function isDeliveryState(name: string | undefined): name is Delivery["state"] {
  return name !== undefined && Object.hasOwn(tones, name);
}
