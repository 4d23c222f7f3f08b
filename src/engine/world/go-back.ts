import type { DeliveriesAfterRewind } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import type { Position } from "../../store/world-store.ts";
import { nextEpoch, type Replayed } from "../history/chronicle.ts";
import type { PlaceRejection } from "../history/find-place.ts";
import type { HistoryPlace } from "../history/past.ts";
import { unwritten } from "../unavailable.ts";
import { admissions } from "./admission.ts";
import type { LoadedWorld } from "./loaded-world.ts";
import { type Moment, momentOf, Transaction } from "./moment.ts";
import type { WorldWriter } from "./world-writer.ts";

/** Where a world goes back to, and how. */
export interface WayBack {
  /** Finds the place. With a rejection the world stays as it is. */
  find(present: Moment): Promise<HistoryPlace | PlaceRejection>;
  /** Where the world must stand when it goes back; null where that is of no matter. */
  readonly from: Position | null;
  readonly deliveries: DeliveriesAfterRewind;
  /** Whether everything then happens as it did the first time, with the same identifiers. */
  readonly fromTheBeginning: boolean;
}

/** A busy world is not looked at for ever. */
const MAX_TRIES = 3;

export interface Rewound {
  readonly type: "world-rewound";
  /** `to` is the position that the world is back at; `position` is the end of its history, which only grows. */
  readonly to: Position;
  readonly position: Position;
  readonly now: Instant;
  readonly epoch: number;
}

/** Something has happened since the position that the caller knows. */
export interface WorldMovedOn {
  readonly type: "world-moved-on";
  readonly from: Position;
  readonly position: Position;
}

/**
 * Takes a world back, with the clock and all upkeep of the history paused. A stopped world is read again first and
 * stays stopped until it has gone back. `present` returns the present of a running world. Throws `ClockBusy` and
 * `Unavailable`.
 */
export async function goBack(
  writer: WorldWriter,
  present: () => Promise<Moment>,
  way: WayBack,
): Promise<Rewound | PlaceRejection | WorldMovedOn> {
  const { history } = writer;
  const { result: before } = await writer.admit(admissions.upkeep, (loaded) => {
    writer.time.pause(writer.timeOfWork());
    return loaded;
  });
  try {
    return await history.archive.exclusively(() => findAndGo(writer, present, way));
  } finally {
    // If the world did not go back, no time was lost.
    await writer.admit(admissions.upkeep, (loaded) =>
      loaded === before ? writer.time.undoPause() : writer.time.resume(loaded.machine.world),
    );
  }
}

/** Finds the place again if something has happened since it was looked for: the last place before a time may be another. */
async function findAndGo(
  writer: WorldWriter,
  present: () => Promise<Moment>,
  way: WayBack,
): Promise<Rewound | PlaceRejection | WorldMovedOn> {
  const { from } = way;
  let restored: Replayed | null = null;
  for (let triesLeft = MAX_TRIES; ; triesLeft -= 1) {
    const standing = await (writer.condition.isInTrouble ? readAgain(writer) : present());
    const { position } = standing;
    if (from !== null && position !== from) return { type: "world-moved-on", from, position };
    const place = await way.find(standing);
    if ("type" in place) return place;
    const { loaded } = writer;
    if (restored?.position !== place.position) restored = await writer.history.replay(place.position);
    const rewound = await goTo(writer, loaded, restored, place, way, triesLeft > 1 ? position : from);
    if (rewound !== null) return rewound;
  }
}

/** Reads a stopped world again and returns its present in the store. */
async function readAgain(writer: WorldWriter): Promise<Moment> {
  writer.condition.assertNotEnding();
  // Pending writes belong to the history that is read.
  await writer.loaded.log.whenDurable()?.catch(() => undefined);
  await writer.reloading;
  await writer.readAgain();
  return (await writer.admit(admissions.upkeep, (loaded, at) => momentOf(new Transaction(loaded, at)))).result;
}

/**
 * Replaces the world by what it was at a place, and abandons attempts under way. Resolves when that is durable; with null, and
 * nothing done, if the world has gone on from `expected`.
 */
async function goTo(
  writer: WorldWriter,
  before: LoadedWorld,
  restored: Replayed,
  { position: to, at }: HistoryPlace,
  { deliveries, fromTheBeginning }: WayBack,
  expected: Position | null,
): Promise<Rewound | null> {
  const { result, durable } = await writer.admit(admissions.upkeep, (loaded): Rewound | null => {
    writer.condition.assertNotEnding();
    if (before !== loaded || writer.reloading !== undefined) throw unwritten("the world was reloaded during a rewind");
    if (expected !== null && loaded.machine.position !== expected) return null;
    const { clock, routes, faults, settings } = loaded.machine.world;
    const survives = { clock, routes, faults, webhookUrls: settings.webhookUrls };
    const epoch = fromTheBeginning ? restored.world.epoch : nextEpoch(loaded.chronicle, to);
    writer.goOnFrom(restored);
    writer.time.goBack(at);
    const transaction = new Transaction(writer.loaded, at);
    transaction.run({ type: "rewind-world", to, epoch, deliveries, ...survives });
    return { type: "world-rewound", to, position: transaction.position, now: at, epoch };
  });
  await durable?.catch((error: unknown) => {
    throw unwritten(error);
  });
  return result;
}
