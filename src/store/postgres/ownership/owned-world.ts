import type { WorldId } from "../../world-store.ts";
import type { Appending } from "./lease-database.ts";

/** An append that was asked for and not answered yet. */
export interface WaitingAppend extends Appending {
  /** Until when it is tried, by the monotonic clock, if it surely was not kept. */
  readonly untilMs: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** A world from when this process took it until it loses it or gives it up. Taken again, it is another one of these. */
export class OwnedWorld {
  readonly worldId: WorldId;
  /** The id under which this process took it. */
  readonly processId: string;
  epoch: number;
  /** Appends to send, in order. */
  waiting: WaitingAppend[] = [];
  /** Where the next append begins, once that is known: what was made after a failed one must not be kept without it. */
  next: number | undefined;
  /** Whether appends were sent of which it is unknown whether they were kept; until then no others are sent. */
  isInDoubt = false;

  constructor(worldId: WorldId, processId: string, epoch: number) {
    this.worldId = worldId;
    this.processId = processId;
    this.epoch = epoch;
  }
}
