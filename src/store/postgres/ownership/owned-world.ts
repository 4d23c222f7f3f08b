import type { WorldId } from "../../world-store.ts";

/** A world from when this process took it until it loses it or gives it up. Taken again, it is another one of these. */
export interface OwnedWorld {
  readonly worldId: WorldId;
  /** The id under which this process took it. */
  readonly processId: string;
  epoch: number;
}
