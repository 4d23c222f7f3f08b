import { isInstant, isUtcInstant } from "../judge/instant.ts";
import { isObject, type JsonObject } from "../judge/json.ts";
import {
  actsBetween,
  type Bracket,
  brackets,
  isWithoutOutflow,
  MAX_PAYMENT_MS,
  moreAvailable,
  sumOf,
} from "../model/balances.ts";
import { MAX_CHARGEBACK_DELAY_MS, orderedTotal } from "../model/occurrences.ts";
import { ownOutflow } from "../model/outflow.ts";
import {
  earlyRelease,
  holdsBeyond,
  listsReleased,
  misdatedHolds,
  type Release,
  releasesIn,
} from "../model/releases.ts";
import type { Seen } from "../model/seen.ts";
import { chargeHeld, holdReleased } from "../stories/reserve.ts";
import { actsIn, memberCalled } from "../trace/find.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import { clause, right } from "./clause.ts";
import { Broken, each } from "./judging.ts";

const hold =
  "components/responses/BalanceRead/content/application~1json/schema/properties/data/properties/reserveHolds/items/properties";

/** What of the balance is held, and until when. */
export const holdsClauses = [
  clause({
    id: "holds.charge-id",
    section: "Resources and their fields: Reserve hold",
    text: "A hold names its charge in a string `chargeId`.",
    needs: [chargeHeld],
    covers: [`${hold}/chargeId`],
    judge: ({ trace, balances, isBefore }) => {
      const paid = actsIn(trace, "pay-charge");
      for (const { before, after } of brackets(balances)) {
        const acts = paid.filter((one) => isBefore(before.call, one) && isBefore(one, after.call));
        const [act] = acts;
        const added = after.holds.filter(({ chargeId }) => !before.holds.some((one) => one.chargeId === chargeId));
        if (act === undefined || acts.length > 1 || added.length !== 1 || act.account !== after.account) continue;
        const named = added[0]?.chargeId;
        // A balance may be a little behind, and show only now what is held of an earlier payment.
        if (paid.some((one) => isBefore(one, act) && String(one.given.chargeId) === named)) continue;
        // What is held of another payment is less or more than a part of this one.
        const total = orderedTotal(trace, act.account, act.given.chargeId);
        const isOwn = moreAvailable({ before, after }) + sumOf(added) === total;
        const own = String(act.given.chargeId);
        // Others may have paid as much at the same time; then the run's own hold is shown later.
        if (isOwn && !balances.some(({ holds }) => holds.some(({ chargeId }) => chargeId === own))) {
          throw new Broken(`the hold of the charge ${own} names ${named}`, [act, after]);
        }
      }
      return each(balances.flatMap(({ holds }) => holds));
    },
  }),
  clause({
    id: "holds.amount",
    section: "Resources and their fields: Reserve hold",
    text: "A hold shows the held amount in `amountCents`, an integer of cents.",
    needs: [chargeHeld],
    covers: [`${hold}/amountCents`],
  }),
  clause({
    id: "holds.release-at",
    section: "Resources and their fields: Reserve hold",
    text: "A hold shows in `releaseAt` when it ends, as an ISO 8601 timestamp in UTC.",
    needs: [chargeHeld],
    covers: [`${hold}/releaseAt`],
    judge: (seen) => {
      const { balances, isPartial } = seen;
      const moved = movedHold(balances);
      if (moved !== undefined) throw new Broken(`the releaseAt of a hold ${moved.text}`, [moved]);
      const [misdated] = misdatedHolds(balances);
      // A recording's clock may be another one than the target's.
      if (misdated !== undefined && !isPartial) {
        const shownAt = new Date(misdated.hold.releaseAt).toISOString();
        throw new Broken(`a hold is new, and its releaseAt ${shownAt} was over before there was one`, [misdated]);
      }
      const early = isPartial ? undefined : earlyRelease(seen);
      if (early !== undefined) throw new Broken(`a hold was released ${early.early} before its releaseAt`, [early]);
      return each(
        balances.flatMap(({ call }) => holdsShown(call).map(({ releaseAt }) => ({ call, releaseAt }))),
        ({ call, releaseAt }) => {
          if (!isInstant(releaseAt) || isUtcInstant(releaseAt)) return;
          throw new Broken(`releaseAt must be in UTC, and is ${releaseAt}`, [call]);
        },
      );
    },
  }),
  clause({
    id: "holds.status",
    section: "Resources and their fields: Reserve hold",
    text: "A pending hold has the `status` `HELD`.",
    needs: [chargeHeld],
    covers: [`${hold}/status`],
  }),
  clause({
    id: "holds.release-leaves-list",
    section: "Resources and their fields: Reserve hold",
    text: "A released hold is no longer listed in `reserveHolds`; it needs no call.",
    needs: [chargeHeld, holdReleased],
    judge: ({ balances }) => {
      // When those are released is not known.
      const misdated = new Set(misdatedHolds(balances).map(({ hold: { chargeId } }) => chargeId));
      const stale = balances.find((reading) => {
        return listsReleased({ ...reading, holds: reading.holds.filter(({ chargeId }) => !misdated.has(chargeId)) });
      });
      const fault = "a hold is listed after its release: it is due, and reservedBalance no longer has it";
      if (stale !== undefined) throw new Broken(fault, [stale]);
      return each(releasesIn(balances));
    },
  }),
  clause({
    id: "holds.release-raises-balance",
    section: "States and transitions: Reserve hold",
    text: "The amount of a released hold is added to `balance`, once.",
    needs: [chargeHeld, holdReleased],
    judge: (seen) => {
      const all = releasesIn(seen.balances).filter((one) => isWithoutOutflow(one) && !isSwept(one, seen));
      const fed = new Set(all.filter((one) => isFed(one, seen)));
      const alone = all.filter((one) => !fed.has(one));
      // Others may be paid at the same time, so that more is no fault.
      const isRaised = (one: Release) => {
        const missing = sumOf(one.released) - moreAvailable(one);
        // With money that came in, more than is missing can have gone out.
        return ownOutflow(one, seen, fed.has(one) ? Number.POSITIVE_INFINITY : missing) >= missing;
      };
      // Where charges come and go, what is missing of a release may be what others took, as a chargeback does.
      const isClear = (one: Release) => moreAvailable(one) <= 0 || isRaised(one) || !fed.has(one);
      const releases = (alone.length > 0 ? alone : all).filter(isClear);
      const raised = releases.filter(isRaised);
      const twice = alone.filter((one) => moreAvailable(one) === 2 * sumOf(one.released));
      if (alone.length > 0 && twice.length === alone.length)
        throw new Broken(
          `holds of ${sumOf(twice[0]?.released ?? [])} cents were released, and the balance was raised by twice as much`,
          twice,
        );
      return each(raised.length * 2 >= releases.length ? raised : releases, (release) => {
        const { before, after, released } = release;
        if (isRaised(release)) return;
        const went = `the balance went from ${before.available} to ${after.available}`;
        throw new Broken(`holds of ${sumOf(released)} cents were released, and ${went}`, [release]);
      });
    },
  }),
  right({
    id: "holds.release-lowers-reserve",
    section: "States and transitions: Reserve hold",
    text: "The amount of a released hold is no longer a part of `reservedBalance`.",
    needs: [chargeHeld, holdReleased],
    those: (seen) =>
      releasesIn(seen.balances).filter(
        (one) => Number(one.before.reserved) >= sumOf(one.before.holds) && !isSwept(one, seen) && !retainsMore(one),
      ),
    wrong: ({ before, after, released }) => {
      const expected = Number(before.reserved) - sumOf(released) + sumOf(holdsBeyond(after, before));
      const told = `of ${before.reserved} cents ${sumOf(released)} were released`;
      return Number(after.reserved) > expected && `${told}, and reservedBalance is ${after.reserved}`;
    },
  }),
];

/** A hold of which an earlier reading told another instant: of as many holds of its charge none has the same. */
function movedHold(balances: Seen["balances"]) {
  for (const { before, after } of brackets(balances)) {
    for (const { chargeId, releaseAt } of after.holds) {
      const [old, now] = [before, after].map(({ holds }) => holds.filter((one) => one.chargeId === chargeId));
      if (old === undefined || old.length === 0 || old.length < (now?.length ?? 0) || Number.isNaN(releaseAt)) continue;
      if (old.some((one) => !(Math.abs(one.releaseAt - releaseAt) > 1_500))) continue;
      const [was, is] = [old[0]?.releaseAt ?? releaseAt, releaseAt].map((at) => new Date(at).toISOString());
      return { text: `was ${was}, and is ${is}`, before, after };
    }
  }
  return undefined;
}

function holdsShown({ response }: Call): readonly JsonObject[] {
  const holds = memberCalled(response?.json, "reserveHolds");
  return Array.isArray(holds) ? holds.filter(isObject) : [];
}

/** Whether the reserve grew by more than its new holds: something else was retained, of which no event tells. */
function retainsMore({ before, after }: Bracket): boolean {
  return Number(after.reserved) > Number(before.reserved) + sumOf(holdsBeyond(after, before));
}

/** What goes out daily takes what was released with it. So may a chargeback, which can be told late, or it retains more. */
function isSwept({ before, after }: Bracket, { trace, isBefore }: Seen): boolean {
  const later = actsIn(trace, "dispute-charge").filter((act) => !isBefore(act, after.call));
  const disputedLater = new Set(later.map(({ given }) => String(given.chargeId)));
  const isOutflow = (one: TraceEntry) => {
    if (one.kind === "act") return one.capability === "daily-withdrawal" && isBefore(one, after.call);
    if (one.kind !== "arrival" || memberCalled(one.json, "event") !== "dispute.chargeback") return false;
    if (disputedLater.has(String(memberCalled(one.json, "chargeId")))) return false;
    return one.at <= after.call.answeredAt + MAX_CHARGEBACK_DELAY_MS;
  };
  return trace.some((one) => one.account === before.account && isBefore(before.call, one) && isOutflow(one));
}

/** Whether a charge was paid between the readings, which raises the balance as well: by the run, or by others. */
function isFed({ before, after }: Bracket, seen: Seen): boolean {
  const isPaid = (one: TraceEntry) =>
    one.kind === "arrival" &&
    one.account === before.account &&
    memberCalled(one.json, "event") === "charge.paid" &&
    !seen.isBefore(one, before.call) &&
    one.at <= after.call.answeredAt + MAX_PAYMENT_MS;
  return (
    holdsBeyond(after, before).length > 0 ||
    actsBetween({ before, after }, seen).some(({ capability }) => capability === "pay-charge") ||
    seen.trace.some(isPaid)
  );
}
