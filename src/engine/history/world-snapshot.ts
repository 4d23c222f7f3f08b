import type { Instant } from "../../domain/instant.ts";
import { restoreInSteps, type SavedWorld, saveWorld } from "../../domain/saved-world.ts";
import { stepByStep } from "../../store/step-by-step.ts";
import type { Position, Snapshot } from "../../store/world-store.ts";
import type { Chronicle, Replayed } from "./chronicle.ts";

/** What a snapshot holds, and a save-file under `state`. */
export interface SavedState {
  readonly world: SavedWorld;
  /** How the world's time relates to the machine's: at `anchorWall` it was `anchorAt`. */
  readonly clock: { readonly anchorAt: Instant; readonly anchorWall: number };
  readonly chronicle: SavedChronicle;
}

/** The chronicle of a world, with lists in the place of maps: names and digests are no keys of an object. */
export interface SavedChronicle {
  readonly bookmarks: readonly { readonly name: string; readonly position: Position; readonly at: Instant }[];
  readonly rewinds: readonly { readonly position: Position; readonly to: Position; readonly epoch: number }[];
  /** The companies by the digest of their API keys. */
  readonly keys: readonly { readonly digest: string; readonly companyId: string }[];
  readonly resetAt: Position;
  readonly highestEpoch: number;
  readonly highestSinceReset: number;
}

/** What a save-file says: a world as it was at a position of its history. */
export interface SavedPlace {
  readonly position: Position;
  readonly at: Instant;
  readonly state: SavedState;
}

/** A world as it is kept. It shares what the world consists of: of one that goes on, a copy must be kept. */
export function toSnapshot({ world, position, clock, chronicle }: Omit<Replayed, "snapshotAt">): Snapshot {
  const { anchorAt, anchorWall } = clock;
  const state: SavedState = {
    world: saveWorld(world),
    clock: { anchorAt, anchorWall },
    chronicle: saveChronicle(chronicle),
  };
  return { position, at: world.at, state };
}

/** A snapshot that this keeper has kept, as a world again. It takes over what it is given. */
export async function fromSnapshot({ position, state }: Snapshot): Promise<Replayed> {
  // Its checksum says that it is what `toSnapshot` has made; what comes from anywhere else is parsed first.
  const saved = state as SavedState;
  const world = await stepByStep(restoreInSteps(saved.world));
  const clock = { ...world.clock, ...saved.clock };
  return { world, position, clock, chronicle: restoreChronicle(saved.chronicle), snapshotAt: position };
}

function saveChronicle({ bookmarks, companyIds, ...rest }: Chronicle): SavedChronicle {
  const keys = Array.from(companyIds, ([digest, companyId]) => ({ digest, companyId }));
  return { ...rest, bookmarks: [...bookmarks.values()], keys };
}

function restoreChronicle({ bookmarks, keys, rewinds, ...rest }: SavedChronicle): Chronicle {
  return {
    ...rest,
    rewinds: [...rewinds],
    bookmarks: new Map(bookmarks.map((bookmark) => [bookmark.name, bookmark])),
    companyIds: new Map(keys.map(({ digest, companyId }) => [digest, companyId])),
  };
}
