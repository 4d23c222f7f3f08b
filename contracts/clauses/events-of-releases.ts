import { bodySays } from "../model/deliveries.ts";
import { endOf, listeners, MAX_CHARGEBACK_DELAY_MS } from "../model/occurrences.ts";
import type { Seen } from "../model/seen.ts";
import { eventsTold } from "../stories/deliveries.ts";
import { actsIn } from "../trace/find.ts";
import { every } from "./clause.ts";
import { Broken } from "./judging.ts";

export const releaseClause = every({
  id: "events.none-for-release",
  section: "Events: Event names",
  text: "The release of a hold fires nothing.",
  needs: [eventsTold],
  those: endedHolds,
  judge: ({ account, chargeId, at }, seen) => {
    const acts = actsIn(seen.trace).filter(({ given }) => given.chargeId === chargeId);
    const told = seen.hooks
      .filter((hook) => hook.account === account)
      .flatMap(({ deliveries }) => {
        const own = deliveries.filter(({ first }) => bodySays(first.json, chargeId));
        // The first of what comes once on the way to a payment may just be late.
        return own.filter((one) => !isBeforeRelease(one.event) || own.find(({ event }) => event === one.event) !== one);
      })
      .find(({ event, first }) => {
        if (first.at < at - 100 || first.at > at + WINDOW_MS) return false;
        // What others have paid, they may dispute at any moment; what the run itself has disputed may be told late.
        if (event === "dispute.chargeback" && acts.length === 0) return false;
        const lateMs = event === "dispute.chargeback" ? MAX_CHARGEBACK_DELAY_MS : WINDOW_MS;
        return !acts.some((act) => act.startedAt <= first.at && act.at >= first.at - lateMs);
      });
    if (told !== undefined) throw new Broken(`the release of a hold fired ${told.event}`, [told.first]);
  },
});

/** Whether each charge that has a hold fires it once. */
function isBeforeRelease(event: string | undefined): boolean {
  return event === "charge.pending" || event === "charge.processing" || event === "charge.paid";
}

/** Holds whose release the trace has outlasted, of accounts that have a webhook. */
function endedHolds({ balances, trace, hooks }: Seen) {
  const holds = balances.flatMap((one) =>
    one.holds.map(({ chargeId, releaseAt: at }) => ({ account: one.account, chargeId, at })),
  );
  const known = new Map(holds.map((hold) => [`${hold.account} ${hold.chargeId} ${hold.at}`, hold]));
  const isHeard = (account: string, at: number) => listeners("charge.paid", account, at, hooks).length > 0;
  return [...known.values()].filter(({ account, at }) => endOf(account, trace) >= at + SEEN_MS && isHeard(account, at));
}

/** A delivery that comes later has another cause. */
const WINDOW_MS = 3_000;
const SEEN_MS = 2_000;
