import type { Instant } from "../../domain/instant.ts";
import { restoreInSteps, type SavedWorld, saveWorld } from "../../domain/saved-world.ts";
import { stepByStep } from "../../slices/step-by-step.ts";
import type { KeyOf, Position, Snapshot } from "../../store/world-store.ts";
import { type Bookmark, type Chronicle, keysOf, type Replayed, type Rewind } from "./chronicle.ts";

/** The state in a snapshot, and in a save-file under `state`. */
export interface SavedState {
  readonly world: SavedWorld;
  /** How the world's time follows the machine's: at `anchorWall` it was `anchorAt`. */
  readonly clock: { readonly anchorAt: Instant; readonly anchorWall: number };
  readonly chronicle: SavedChronicle;
}

/** A chronicle with lists instead of maps, since names and digests must not become keys of an object. */
export interface SavedChronicle extends Readonly<Omit<Chronicle, "bookmarks" | "rewinds" | "companyIds">> {
  readonly bookmarks: readonly Bookmark[];
  readonly rewinds: readonly Rewind[];
  readonly keys: readonly KeyOf[];
}

/** A world at a position of its history, as a save-file states it. */
export interface SavedPlace {
  readonly position: Position;
  readonly at: Instant;
  readonly state: SavedState;
}

/** Returns a world as a snapshot. The two share their parts, so a world that continues must be copied. */
export function toSnapshot({ world, position, clock, chronicle }: Omit<Replayed, "snapshotAt">): SavedPlace {
  const { anchorAt, anchorWall } = clock;
  const state: SavedState = {
    world: saveWorld(world),
    clock: { anchorAt, anchorWall },
    chronicle: saveChronicle(chronicle),
  };
  return { position, at: world.at, state };
}

/** Returns the world of a snapshot from the store, and takes the snapshot over. */
export async function fromSnapshot({ position, state }: Snapshot, betweenSlices?: () => void): Promise<Replayed> {
  // The checksum shows that `toSnapshot` made it. Data from anywhere else is parsed first.
  const saved = state as SavedState;
  const world = await stepByStep(restoreInSteps(saved.world), betweenSlices);
  const clock = { ...world.clock, ...saved.clock };
  return { world, position, clock, chronicle: restoreChronicle(saved.chronicle), snapshotAt: position };
}

function saveChronicle({ bookmarks, companyIds, rewinds, ...rest }: Chronicle): SavedChronicle {
  return { ...rest, rewinds: [...rewinds], bookmarks: [...bookmarks.values()], keys: keysOf({ companyIds }) };
}

function restoreChronicle({ bookmarks, keys, rewinds, ...rest }: SavedChronicle): Chronicle {
  return {
    ...rest,
    rewinds: [...rewinds],
    bookmarks: new Map(bookmarks.map((bookmark) => [bookmark.name, bookmark])),
    companyIds: new Map(keys.map(({ digest, companyId }) => [digest, companyId])),
  };
}
