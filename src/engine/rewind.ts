import type { DeliveriesAfterRewind } from "../domain/event.ts";
import type { Position } from "../store/world-store.ts";
import { findPlace, type PlaceRejection, type PlaceTarget } from "./history/find-place.ts";
import type { Present } from "./history/past.ts";
import type { Rewound, WorldMovedOn } from "./world/go-back.ts";
import type { LiveWorld } from "./world/live-world.ts";

export type RewindOutcome = Rewound | PlaceRejection | WorldMovedOn;

/**
 * Takes a world back to an earlier place. Later events are no longer part of the world but stay in its history, so a
 * rewind can itself be undone. With `from`, only a world that stands at this position goes back. Throws `ClockBusy` if the
 * clock is being advanced or the world is already going back.
 */
export function rewind(
  world: LiveWorld,
  target: PlaceTarget,
  deliveries: DeliveriesAfterRewind = "resume",
  from: Position | null = null,
): Promise<RewindOutcome> {
  const find = (present: Present) => findPlace(world.past, target, present);
  return world.goBack({ find, from, deliveries, fromTheBeginning: false });
}

/** Takes a world back to its beginning. Everything then happens as it did the first time, with the same identifiers. */
export async function reset(world: LiveWorld, deliveries: DeliveriesAfterRewind = "resume"): Promise<Rewound> {
  const find = () => world.past.start(world.past.beginning);
  const outcome = await world.goBack({ find, from: null, deliveries, fromTheBeginning: true });
  if (outcome.type !== "world-rewound") throw new Error(`every world has a beginning; found ${outcome.type}`);
  return outcome;
}
