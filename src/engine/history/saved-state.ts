import type { Instant } from "../../domain/instant.ts";
import type { SavedWorld } from "../../domain/saved-world.ts";
import type { Position } from "../../store/world-store.ts";

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
