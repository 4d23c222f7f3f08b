import { earlier, type Instant } from "../../domain/instant.ts";
import { isSliceOver } from "../../slices/step-by-step.ts";
import type { Chronicle, Replayed } from "../history/chronicle.ts";
import type { CommitLog } from "./commit-log.ts";
import type { WorldDependencies } from "./dependencies.ts";
import { type DispatchContext, Dispatcher } from "./dispatcher.ts";
import { Machine, type OnStep } from "./machine.ts";
import { Transaction } from "./moment.ts";

/** How many items are done before the time of the slice is looked at. */
const ITEMS_PER_LOOK = 32;

interface Owner extends Pick<DispatchContext, "worldId" | "record"> {
  readonly onStep: OnStep;
}

/**
 * A world in memory since it was read from its store: its state, its commits to be written, and its attempts under way.
 * After a failed write all of this is discarded together and the world is read again. After a rewind, the earlier state
 * takes its place and continues the same history.
 */
export class LoadedWorld {
  readonly machine: Machine;
  readonly chronicle: Chronicle;
  readonly log: CommitLog;
  readonly dispatcher: Dispatcher;

  constructor(
    { world, position, chronicle }: Omit<Replayed, "clock" | "snapshotAt">,
    log: CommitLog,
    { wire, courier, wallClock }: WorldDependencies,
    { worldId, onStep, record }: Owner,
  ) {
    this.machine = new Machine(world, position, wire, onStep);
    this.chronicle = chronicle;
    this.log = log;
    const whenDurable = () => log.whenDurable();
    this.dispatcher = new Dispatcher(this.machine, { worldId, courier, wallClock, whenDurable, record });
  }

  /** When the next item falls due or the next attempt can start; null if neither will. */
  get wakesAt(): Instant | null {
    return earlier(this.machine.nextDueAt, this.dispatcher.nextAttemptAt);
  }

  transaction(at: Instant): Transaction {
    return new Transaction(this.machine, this.chronicle, at);
  }

  /** Whether the agenda has something due by `at`. */
  isDue(at: Instant): boolean {
    const { nextDueAt } = this.machine;
    return nextDueAt !== null && nextDueAt <= at;
  }

  /** Does a slice of what is due by `limit`, which each item may move ahead. Returns whether more may be due. */
  fireSlice(limit: () => Instant): boolean {
    do {
      for (let i = 0; i < ITEMS_PER_LOOK; i += 1) if (!this.machine.fireNext(limit())) return false;
    } while (!isSliceOver());
    return true;
  }

  /** Records that the world has reached `at`. */
  reach(at: Instant): void {
    if (at > this.machine.world.at) this.machine.run({ type: "reach-time" }, at);
  }
}
