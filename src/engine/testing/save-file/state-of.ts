import { written } from "../../../domain/testing/restored.ts";
import type { World } from "../../../domain/world.ts";
import type { SavedState } from "../../save-file/saved-state.ts";

/** A digest as API keys have them. */
export const someDigest = "0123456789abcdef".repeat(4);

/** What a save-file would hold of a world, with something in every list of its chronicle. */
export function stateOf(world: World): SavedState {
  const { at, epoch } = world;
  return {
    world: written(world),
    clock: { anchorAt: at, anchorWall: 1_768_478_400_000 },
    chronicle: {
      bookmarks: [{ name: "start", position: 3, at: 0 }],
      rewinds: [{ position: 9, to: 3, epoch }],
      keys: Array.from(world.companies.keys(), (companyId, i) => ({ digest: `${i}${someDigest.slice(1)}`, companyId })),
      resetAt: 0,
      highestEpoch: epoch,
      highestSinceReset: epoch,
    },
  };
}
