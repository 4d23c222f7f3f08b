import type { DeliveriesAfterRewind } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import type { Position } from "../../store/world-store.ts";
import type { LiveWorld } from "../live-world.ts";
import type { Moment } from "../moment.ts";
import type { Past, Place } from "./past.ts";

/** Where to go back to: a bookmark, the end of a command's facts, or the last moment at an instant. */
export type RewindTarget = { readonly bookmark: string } | { readonly position: Position } | { readonly at: Instant };

export type RewindOutcome = Rewound | RewindRefusal;

export interface Rewound {
  readonly type: "world-rewound";
  /** Where the world is back at; and where its history has come to, which only grows. */
  readonly to: Position;
  readonly position: Position;
  readonly now: Instant;
  readonly epoch: number;
}

export type RewindRefusal =
  | { readonly type: "bookmark-unknown"; readonly name: string; readonly allowed: readonly string[] }
  | { readonly type: "position-unknown"; readonly position: Position; readonly last: Position }
  /** Facts that belong together: one can go back to before them or after them. */
  | { readonly type: "position-within-command"; readonly position: Position; readonly allowed: readonly Position[] }
  | { readonly type: "rewind-into-future"; readonly at: Instant; readonly now: Instant }
  | { readonly type: "rewind-beyond-horizon"; readonly horizon: Position; readonly horizonAt: Instant };

/**
 * Takes a world back. What has happened since then is no longer part of it, but stays in the history, so that a rewind
 * can be rewound. Throws `ClockBusy` when the clock is being advanced, or the world is going back already.
 */
export function rewind(
  world: LiveWorld,
  target: RewindTarget,
  deliveries: DeliveriesAfterRewind = "resume",
): Promise<RewindOutcome> {
  return world.standingStill(async (present) => {
    const place = await findPlace(world, target, present);
    return "type" in place ? place : goBack(world, place, deliveries, false);
  });
}

/** Takes a world back to its beginning, from where everything comes as it came the first time, identifiers too. */
export function reset(world: LiveWorld, deliveries: DeliveriesAfterRewind = "resume"): Promise<Rewound> {
  return world.standingStill(async () => {
    return goBack(world, await world.past.start(world.past.beginning), deliveries, true);
  });
}

async function goBack(
  world: LiveWorld,
  place: Place,
  deliveries: DeliveriesAfterRewind,
  fromTheBeginning: boolean,
): Promise<Rewound> {
  const moment = await world.goBack(place, deliveries, fromTheBeginning);
  const { position, at: now } = moment;
  return { type: "world-rewound", to: place.position, position, now, epoch: moment.world.epoch };
}

async function findPlace(world: LiveWorld, target: RewindTarget, present: Moment): Promise<Place | RewindRefusal> {
  if ("bookmark" in target) return findBookmark(target.bookmark, present);
  return "position" in target ? findPosition(world, target.position, present) : findInstant(world, target.at, present);
}

function findBookmark(name: string, { chronicle }: Moment): Place | RewindRefusal {
  return chronicle.bookmarks.get(name) ?? { type: "bookmark-unknown", name, allowed: [...chronicle.bookmarks.keys()] };
}

async function findPosition({ past }: LiveWorld, position: Position, present: Moment): Promise<Place | RewindRefusal> {
  if (position > present.position) return { type: "position-unknown", position, last: present.position };
  const marked = Array.from(present.chronicle.bookmarks.values()).find((bookmark) => bookmark.position === position);
  if (marked !== undefined) return marked;
  if (position !== past.beginning && position < (await past.horizon())) return beyondHorizon(past);
  const found = await past.endAt(position);
  return "at" in found ? found : { type: "position-within-command", position, allowed: found.around };
}

async function findInstant({ past }: LiveWorld, at: Instant, present: Moment): Promise<Place | RewindRefusal> {
  if (at > present.at) return { type: "rewind-into-future", at, now: present.at };
  const last = await past.lastAt(at, present);
  return last === null ? beyondHorizon(past) : { position: last.position, at };
}

async function beyondHorizon(past: Past): Promise<RewindRefusal> {
  const { position, at } = await past.start();
  return { type: "rewind-beyond-horizon", horizon: position, horizonAt: at };
}
