import { earlier, type Instant } from "../domain/instant.ts";
import type { WorldId } from "../store/world-store.ts";
import { CommitLog } from "./commit-log.ts";
import { Dispatcher, type DispatchOffice } from "./dispatcher.ts";
import { Machine, type Step } from "./machine.ts";
import type { Replayed } from "./replay.ts";
import type { Surroundings } from "./surroundings.ts";

/** Who reads, and is told what happens in what was read. */
export interface Reader extends Pick<DispatchOffice, "record"> {
  onStep(step: Step): void;
  /** What was appended last is not durable and never will be: this reading is no longer the truth. */
  onWriteFailed(error: unknown): void;
}

/**
 * A world as it was read from its keeper, and as it has gone on since: its state, the way of its facts to the keeper, and
 * its attempts under way. When a write fails all three are thrown away together, and another reading takes their place.
 */
export class Reading {
  readonly machine: Machine;
  readonly log: CommitLog;
  readonly dispatcher: Dispatcher;

  constructor(worldId: WorldId, { world, position }: Replayed, surroundings: Surroundings, reader: Reader) {
    const { store, wire, courier, wallClock } = surroundings;
    this.machine = new Machine(world, position, wire, (step) => reader.onStep(step));
    this.log = new CommitLog(store, worldId, position, (error) => reader.onWriteFailed(error));
    this.dispatcher = new Dispatcher(this.machine, {
      courier,
      wallClock,
      whenDurable: () => this.log.whenDurable(),
      record: (ended) => reader.record(ended),
    });
  }

  /** When the world next has to be woken: something falls due, or an attempt can begin. Null when neither will be. */
  get wakesAt(): Instant | null {
    return earlier(this.machine.nextDueAt, this.dispatcher.nextAttemptAt);
  }
}
