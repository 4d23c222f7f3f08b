import type { Stretch } from "../../engine/history/chronicle.ts";
import type { Fact } from "../../engine/history/fact.ts";
import { beyondHorizon, findPlace } from "../../engine/history/find-place.ts";
import { forkOf } from "../../engine/history/fork.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { Handlers } from "../server/handler.ts";
import { eventView } from "../view/event-view.ts";
import { isoInstant } from "../view/instant-text.ts";
import { along, page } from "./history.ts";
import { companyThen } from "./past.ts";
import { rejectionView } from "./rewind.ts";

type EventView = ReturnType<typeof eventView>;

/** Compares what happened on the ways to two places of the history. The world stays as it is. */
export const compareHandlers = {
  compareHistories: {
    isLong: true,
    answer: async ({ query: { left, right: given, limit = 100 } }, { world, companyId }) => {
      const right = given ?? (await world.transact(({ position }) => position));
      const placeAt = (position: number) => world.lookAt((present) => findPlace(world.past, { position }, present));
      const [atLeft, atRight] = [await placeAt(left), await placeAt(right)];
      if ("type" in atLeft) return rejectionView(atLeft, world.past.beginning);
      if ("type" in atRight) return rejectionView(atRight, world.past.beginning);
      const fork = await world.transact(({ chronicle }) => forkOf(chronicle, left, right));
      if (fork.common < (await world.past.forgottenUpTo()))
        return rejectionView(await beyondHorizon(world.past), world.past.beginning);
      const sideOf = async ({ world: then, position, at }: typeof atLeft, branch: readonly Stretch[]) => {
        const listed = await eventsAlong(world, branch, limit);
        return { position, at: isoInstant(at), epoch: then.epoch, ...companyThen(then, companyId), ...listed };
      };
      const sides = { left: await sideOf(atLeft, fork.left), right: await sideOf(atRight, fork.right) };
      const firstDifference = differenceOf(sides.left.events, sides.right.events);
      return { type: "histories-compared", common: fork.common, firstDifference, ...sides };
    },
  },
} satisfies Partial<Handlers<operations>>;

/** Returns the first events of a branch, without rewinds and bookmarks, which are ways through a history and no part of it. */
async function eventsAlong(world: LiveWorld, branch: readonly Stretch[], limit: number) {
  const select = (fact: Fact) => (WAYS.has(fact.event.type) ? null : fact);
  const { found, next } = await page(along(world, branch), { limit }, select);
  // Receivers answer while the world goes on, so the place of an attempt among other events of its instant is chance.
  found.sort((a, b) => a.at - b.at || Number(isAttempt(a)) - Number(isAttempt(b)));
  return { events: found.map((fact) => eventView(fact, world.seed)), hasMore: next !== null };
}

const WAYS: ReadonlySet<string> = new Set(["WorldRewound", "BookmarkSet", "BookmarkRemoved"]);

function isAttempt({ event }: Fact): boolean {
  return event.type === "AttemptRecorded";
}

/** Returns the index of the first event that is another one, or that only one side has; null if there is none. */
function differenceOf(left: readonly EventView[], right: readonly EventView[]): number | null {
  const [one, other] = [comparable(left), comparable(right)];
  const longer = one.length > other.length ? one : other;
  const at = longer.findIndex((_, index) => one[index] !== other[index]);
  return at === -1 ? null : at;
}

/** An identifier that Saldo or its bank has generated; each branch has its own. */
const GENERATED_ID = /\b(?:[a-z]{3}_[0-9a-f]{24}|E\d{20}[0-9A-Za-z]{11})\b/g;

/** Returns events as texts in which identifiers are numbered in the order in which their branch first says them. */
function comparable(events: readonly EventView[]): readonly string[] {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `${id.slice(0, 3)}_${names.size}`;
    names.set(id, name);
    return name;
  };
  return events.map(({ type, at, data }) => JSON.stringify({ type, at, data }).replace(GENERATED_ID, nameOf));
}
