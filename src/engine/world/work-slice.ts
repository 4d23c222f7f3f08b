import type { Instant } from "../../domain/instant.ts";
import type { Machine } from "./machine.ts";

/** After this much work other worlds get a turn; the time is looked at every few items. */
export const sliceMs = 5;
const itemsPerLook = 32;

/**
 * Does what is due by `limit`, which may come nearer with everything that is done, until the slice of time is used up;
 * true when there may be more to do.
 */
export function workSlice(machine: Machine, limit: () => Instant): boolean {
  const end = performance.now() + sliceMs;
  do {
    for (let i = 0; i < itemsPerLook; i += 1) if (!machine.fireNext(limit())) return false;
  } while (performance.now() < end);
  return true;
}
