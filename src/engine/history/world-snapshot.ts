import { restoreInSteps, saveWorld } from "../../domain/saved-world.ts";
import { stepByStep } from "../../store/step-by-step.ts";
import type { Snapshot } from "../../store/world-store.ts";
import type { Chronicle, Replayed } from "./chronicle.ts";
import type { SavedChronicle, SavedState } from "./saved-state.ts";

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
