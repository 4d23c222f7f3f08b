import type { components } from "../../../src/spec/generated/control-api.ts";
import type { Tone } from "../../parts/status.tsx";

export type Delivery = components["schemas"]["Delivery"];
export type Webhook = components["schemas"]["Webhook"];

export const deliveryTones: Readonly<Record<Delivery["state"], Tone>> = {
  PENDING: "waiting",
  DELIVERED: "good",
  FAILED: "bad",
  CANCELLED: "quiet",
};

/** Returns the state that a text names; undefined if it names none. */
export function deliveryState(name: string | undefined): Delivery["state"] | undefined {
  return isDeliveryState(name) ? name : undefined;
}

function isDeliveryState(name: string | undefined): name is Delivery["state"] {
  return name !== undefined && Object.hasOwn(deliveryTones, name);
}
