import type { Archivist } from "../../engine/history/archivist.ts";
import type { WorldStore } from "../../store/world-store.ts";

/** The store of the worlds, and what to do when it is no longer needed. */
export interface OpenedStore {
  readonly store: WorldStore;
  readonly archivist?: Archivist;
  /** The folder that has what was set aside. */
  readonly aside: string | null;
  /** Only of a database: tells the other processes where they reach this one. */
  announce?(address: string): Promise<void>;
  release(): Promise<void>;
  /** Closes and releases the store, and leaves the folder as it was found, unless there are worlds in it now. */
  undo(): Promise<void>;
}
