import type { DeliveriesAfterRewind } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import type { Position } from "../../store/world-store.ts";
import { nextEpoch } from "../history/chronicle.ts";
import type { PlaceRejection } from "../history/find-place.ts";
import type { Place } from "../history/past.ts";
import { unreadable, unwritten } from "../unavailable.ts";
import { admissions } from "./admission.ts";
import { type Moment, momentOf } from "./moment.ts";
import type { WorldWriter } from "./world-writer.ts";

/** Where a world goes back to, and how. */
export interface WayBack {
  /** Finds the place. With a rejection the world stays as it is. */
  find(present: Moment): Promise<Place | PlaceRejection>;
  readonly deliveries: DeliveriesAfterRewind;
  /** Whether everything then happens as it did the first time, with the same identifiers. */
  readonly fromTheBeginning: boolean;
}

export interface Rewound {
  readonly type: "world-rewound";
  /** `to` is the position that the world is back at; `position` is the end of its history, which only grows. */
  readonly to: Position;
  readonly position: Position;
  readonly now: Instant;
  readonly epoch: number;
}

/**
 * Takes a world back. Pauses the clock and all upkeep of the history meanwhile. A stopped world is read again first and
 * stays stopped until it has gone back. `present` returns the present of a running world. Throws `ClockBusy` and
 * `Unavailable`.
 */
export async function goBack(
  writer: WorldWriter,
  present: () => Promise<Moment>,
  way: WayBack,
): Promise<Rewound | PlaceRejection> {
  const { history } = writer;
  const { result: before } = await writer.admit(admissions.upkeep, (loaded) => {
    writer.time.pause(writer.timeOfWork());
    return loaded;
  });
  try {
    const standing = await (writer.condition.isInTrouble ? readAgain(writer) : present());
    return await history.archive.exclusively(async () => {
      const place = await way.find(standing);
      return "type" in place ? place : goTo(writer, place, way);
    });
  } finally {
    // If the world did not go back, no time was lost.
    await writer.admit(admissions.upkeep, (loaded) =>
      loaded === before ? writer.time.undoPause() : writer.time.resume(loaded.machine.world),
    );
  }
}

/** Reads a stopped world again and returns its present in the store. */
async function readAgain(writer: WorldWriter): Promise<Moment> {
  writer.condition.assertNotEnding();
  // Pending writes belong to the history that is read.
  await writer.loaded.log.whenDurable()?.catch(() => undefined);
  await writer.reloading;
  await writer.readAgain();
  return (await writer.admit(admissions.upkeep, (loaded, at) => momentOf(loaded.transaction(at)))).result;
}

/** Replaces the world by what it was at a place, and abandons attempts under way. Resolves when that is durable. */
async function goTo(
  writer: WorldWriter,
  { position: to, at }: Place,
  { deliveries, fromTheBeginning }: WayBack,
): Promise<Rewound> {
  const before = writer.loaded;
  const restored = await writer.history.replay(to);
  if (restored.position !== to) throw unreadable(`nothing is kept of the position ${to}`);
  const { result, durable } = await writer.admit(admissions.upkeep, (loaded): Rewound => {
    writer.condition.assertNotEnding();
    if (before !== loaded || writer.reloading !== undefined) throw unwritten("the world was read again meanwhile");
    const { clock, routes, faults, settings } = loaded.machine.world;
    const survives = { clock, routes, faults, webhookUrls: settings.webhookUrls };
    const epoch = fromTheBeginning ? restored.world.epoch : nextEpoch(loaded.chronicle, to);
    writer.goOnFrom(restored);
    writer.time.goBack(at);
    const transaction = writer.loaded.transaction(at);
    transaction.run({ type: "rewind-world", to, epoch, deliveries, ...survives });
    return { type: "world-rewound", to, position: transaction.position, now: at, epoch };
  });
  await durable?.catch((error: unknown) => {
    throw unwritten(error);
  });
  return result;
}
