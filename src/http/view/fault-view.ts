import type { Fault } from "../../domain/fault.ts";
import type { ObjectShape } from "../../spec/shape.ts";
import { isoInstant } from "./instant-text.ts";

/** The fields of all kinds of faults; each kind has some of them. */
export const faultShape = {
  faultId: true,
  kind: true,
  operationId: true,
  status: true,
  delay: true,
  event: true,
  webhookId: true,
  times: true,
  remaining: true,
  createdAt: true,
} as const satisfies ObjectShape;

export function faultView({ createdAt, ...fault }: Fault) {
  return { ...fault, createdAt: isoInstant(createdAt) };
}
