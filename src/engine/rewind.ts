import type { DeliveriesAfterRewind } from "../domain/event.ts";
import type { Instant } from "../domain/instant.ts";
import type { Position } from "../store/world-store.ts";
import { findPlace, type PlaceRefusal, type PlaceTarget } from "./history/find-place.ts";
import type { Place } from "./history/past.ts";
import type { LiveWorld } from "./world/live-world.ts";

export type RewindOutcome = Rewound | PlaceRefusal;

export interface Rewound {
  readonly type: "world-rewound";
  /** Where the world is back at; and where its history has come to, which only grows. */
  readonly to: Position;
  readonly position: Position;
  readonly now: Instant;
  readonly epoch: number;
}

/**
 * Takes a world back. What has happened since then is no longer part of it, but stays in the history, so that a rewind
 * can be rewound. Throws `ClockBusy` when the clock is being advanced, or the world is going back already.
 */
export function rewind(
  world: LiveWorld,
  target: PlaceTarget,
  deliveries: DeliveriesAfterRewind = "resume",
): Promise<RewindOutcome> {
  return world.standingStill(async (present) => {
    const place = await findPlace(world.past, target, present);
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
