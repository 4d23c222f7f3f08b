import { Permits } from "../../../slices/permits.ts";
import type { Position, WorldId } from "../../world-store.ts";
import type { FencedWorld } from "../catalogue.ts";

/** A world from when this process took it until it loses it or gives it up. Taken again, it is another one of these. */
export class OwnedWorld implements FencedWorld {
  readonly worldId: WorldId;
  readonly no: number;
  /** The id under which this process took it. */
  readonly processId: string;
  epoch: number;
  /** Where its history ends. */
  end: Position;
  readonly #turns = new Permits(1);

  constructor(worldId: WorldId, no: number, end: Position, processId: string, epoch: number) {
    this.worldId = worldId;
    this.no = no;
    this.end = end;
    this.processId = processId;
    this.epoch = epoch;
  }

  /** Does work that changes the world, after the work before has ended. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.always(work);
  }
}
