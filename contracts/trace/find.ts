import { everything } from "../judge/json.ts";

/** Returns the value of the member with this name that is nearest to the root of a body; undefined if there is none. */
export function memberCalled(body: unknown, name: string): unknown {
  for (const { place, value } of everything(body)) if (place.at(-1) === name) return value;
  return undefined;
}
