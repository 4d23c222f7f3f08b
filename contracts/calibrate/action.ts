import type { JsonObject } from "../judge/json.ts";

/** One change of an overlay. */
export interface CalibratedChange {
  readonly target: string;
  readonly remove?: true;
  readonly update?: JsonObject;
}
