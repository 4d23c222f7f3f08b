import type { TraceEntry } from "../trace/trace.ts";
import { type SeenDelivery, saysOne } from "./deliveries.ts";
import { idsIn } from "./ids.ts";
import type { Hook } from "./webhooks.ts";

/** Returns the deliveries of tests: for each the first later one that tells nothing known to have happened. */
export function testDeliveries(trace: readonly TraceEntry[], hooks: readonly Hook[]): ReadonlySet<SeenDelivery> {
  const happened = idsIn(trace);
  const found = new Set<SeenDelivery>();
  for (const { tests, lostTests, deliveries } of hooks) {
    // What was certainly made comes before what may have been.
    for (const { askedAt } of [...tests, ...lostTests]) {
      const own = deliveries.find(
        (one) => one.first.at >= askedAt && !found.has(one) && !saysOne(one.first.json, happened),
      );
      if (own !== undefined) found.add(own);
    }
  }
  return found;
}
