import { earlier, type Instant } from "../../domain/instant.ts";
import type { Chronicle } from "../history/chronicle.ts";
import type { Replayed } from "../history/replayed.ts";
import type { CommitLog } from "./commit-log.ts";
import { Dispatcher, type DispatchOffice } from "./dispatcher.ts";
import { Machine, type Step } from "./machine.ts";
import type { Surroundings } from "./surroundings.ts";

/** Who reads, and is told what happens in what was read. */
export interface Reader extends Pick<DispatchOffice, "worldId" | "record"> {
  onStep(step: Step): void;
}

/**
 * A world as it was read from its keeper, and as it has gone on since: its state, the way of its facts to the keeper, and
 * its attempts under way. When a write fails all is thrown away together, and another reading takes its place. When the
 * world goes back, what was read anew goes on with the same history.
 */
export class Reading {
  readonly machine: Machine;
  readonly chronicle: Chronicle;
  readonly log: CommitLog;
  readonly dispatcher: Dispatcher;

  constructor({ world, position, chronicle }: Replayed, log: CommitLog, surroundings: Surroundings, reader: Reader) {
    const { wire, courier, wallClock } = surroundings;
    this.machine = new Machine(world, position, wire, (step) => reader.onStep(step));
    this.chronicle = chronicle;
    this.log = log;
    this.dispatcher = new Dispatcher(this.machine, {
      worldId: reader.worldId,
      courier,
      wallClock,
      whenDurable: () => log.whenDurable(),
      record: (ended) => reader.record(ended),
    });
  }

  /** When the world next has to be woken: something falls due, or an attempt can begin. Null when neither will be. */
  get wakesAt(): Instant | null {
    return earlier(this.machine.nextDueAt, this.dispatcher.nextAttemptAt);
  }
}
