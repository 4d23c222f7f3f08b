import { earlier, type Instant } from "../../domain/instant.ts";
import { isSliceOver } from "../../slices/step-by-step.ts";
import type { Commit } from "../../store/world-store.ts";
import { type Chronicle, note, type Replayed } from "../history/chronicle.ts";
import type { WorldDependencies } from "./dependencies.ts";
import { type DispatchContext, Dispatcher } from "./dispatcher.ts";
import type { HistoryLog } from "./history-log.ts";
import { Machine, type OnStep } from "./machine.ts";
import { Transaction } from "./moment.ts";

/** How many items are done before the time of the slice is looked at. */
const ITEMS_PER_LOOK = 32;

interface Owner extends Pick<DispatchContext, "worldId" | "record" | "claims"> {
  readonly onStep: OnStep;
  /** That of an earlier copy of the same branch, whose attempts are under way. */
  readonly dispatcher?: Dispatcher | undefined;
}

/**
 * A world in memory since it was read from its store: its state, its commits to be written, and its attempts under way.
 * After a failed write all of this is discarded together and the world is read again. After a rewind, the earlier state
 * takes its place and continues the same history.
 */
export class LoadedWorld {
  readonly machine: Machine;
  readonly chronicle: Chronicle;
  readonly log: HistoryLog;
  readonly dispatcher: Dispatcher;

  constructor(
    { world, position, chronicle }: Omit<Replayed, "clock" | "snapshotAt">,
    log: HistoryLog,
    { wire, courier, wallClock }: WorldDependencies,
    { worldId, onStep, record, claims, dispatcher }: Owner,
  ) {
    this.machine = new Machine(world, position, wire, onStep);
    this.chronicle = chronicle;
    this.log = log;
    const whenDurable = () => log.whenDurable();
    const context = { worldId, courier, wallClock, whenDurable, record, claims };
    dispatcher?.goOnWith(this.machine, context);
    this.dispatcher = dispatcher ?? new Dispatcher(this.machine, context);
  }

  /** When the next item falls due or the next attempt can start; null if neither will. */
  get wakesAt(): Instant | null {
    return earlier(this.machine.nextDueAt, this.dispatcher.nextAttemptAt);
  }

  /** Applies a commit of another process. */
  follow(commit: Commit): void {
    this.machine.follow(commit);
    note(this.chronicle, commit);
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
