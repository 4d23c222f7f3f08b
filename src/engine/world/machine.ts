import type { AgendaItem, OutboxItem } from "../../domain/agenda.ts";
import type { Command } from "../../domain/command.ts";
import { commandFor, decide } from "../../domain/decide.ts";
import type { WorldEvent } from "../../domain/event.ts";
import { evolve } from "../../domain/evolve.ts";
import type { Instant } from "../../domain/instant.ts";
import { assertInvariants, BrokenWorld } from "../../domain/invariants.ts";
import type { Wire } from "../../domain/notification.ts";
import type { Outcome } from "../../domain/outcome.ts";
import { nextAttempt, nextDue } from "../../domain/schedule.ts";
import type { World } from "../../domain/world.ts";
import { isSliceOver } from "../../slices/step-by-step.ts";
import type { Position, WallData } from "../../store/world-store.ts";

/** The events of one command, at their place in the history. */
export interface CommandEvents {
  readonly first: Position;
  readonly at: Instant;
  readonly events: readonly WorldEvent[];
  readonly beside: WallData;
}

/** Nothing came with the command, as with all that happens by itself. */
export const nothingBeside: WallData = {};

/** How many items are done before the time of the slice is looked at. */
const ITEMS_PER_LOOK = 32;

/** Is called with each step. `isFired`: the step happened by itself, because something fell due or an attempt ended. */
export type OnStep = (step: CommandEvents, isFired: boolean) => void;

/**
 * A world in memory. It changes in one way only: a command is decided, its events are applied, the invariants are
 * checked, and the step is passed on. It knows no clock and no store; the caller gives the time.
 */
export class Machine {
  readonly world: World;
  readonly #wire: Wire;
  readonly #onStep: OnStep;
  #position: Position;

  constructor(world: World, position: Position, wire: Wire, onStep: OnStep) {
    this.world = world;
    this.#position = position;
    this.#wire = wire;
    this.#onStep = onStep;
  }

  get position(): Position {
    return this.#position;
  }

  /** Runs a command at `at`, never before the last event. Throws `BrokenWorld` if the result is impossible. */
  run(command: Command, at: Instant, given = nothingBeside, isFired = command.type === "record-attempt"): Outcome {
    const { events, outcome } = decide(this.world, command, at, this.#wire);
    if (events.length === 0) return outcome;
    const traceparent = given.traceparent ?? earlierTrace(this.world, command);
    const beside = traceparent === undefined ? given : { ...given, traceparent };
    this.#apply(events, at, beside);
    const first = this.#position + 1;
    this.#position += events.length;
    this.#onStep({ first, at, events, beside }, isFired);
    return outcome;
  }

  get nextDueAt(): Instant | null {
    return nextDue(this.world)?.at ?? null;
  }

  isDue(at: Instant): boolean {
    const { nextDueAt } = this;
    return nextDueAt !== null && nextDueAt <= at;
  }

  /** The next delivery attempt that has not started, or null. */
  get nextAttempt(): OutboxItem | null {
    return nextAttempt(this.world);
  }

  /** Takes the next attempt from the outbox: it is under way from now on. */
  takeAttempt(): void {
    this.world.outbox.pop();
  }

  /** Does the next item due by `until`, at its own time. Returns false if there is none. Throws `BrokenWorld`. */
  fireNext(until: Instant): boolean {
    const item = nextDue(this.world);
    if (item === null || item.at > until) return false;
    this.world.agenda.pop();
    const before = this.#position;
    const outcome = this.#fire(item);
    // An item on the agenda can always be done. An item without effect would be lost unnoticed.
    if (this.#position === before)
      throw new BrokenWorld(`${item.type} of ${item.id} fell due and ended as ${outcome.type}`);
    return true;
  }

  /** Does a slice of what is due by `limit`, which each item may move ahead. Returns whether more may be due. */
  fireSlice(limit: () => Instant): boolean {
    do {
      for (let i = 0; i < ITEMS_PER_LOOK; i += 1) if (!this.fireNext(limit())) return false;
    } while (!isSliceOver());
    return true;
  }

  reach(at: Instant): void {
    if (at > this.world.at) this.run({ type: "reach-time" }, at);
  }

  #fire(item: AgendaItem): Outcome {
    try {
      return this.run(commandFor(this.world, item), Math.max(item.at, this.world.at), nothingBeside, true);
    } catch (error) {
      if (error instanceof BrokenWorld) throw error;
      throw new BrokenWorld(`${item.type} of ${item.id} fell due and could not be done`, { cause: error });
    }
  }

  #apply(events: readonly WorldEvent[], at: Instant, beside: WallData): void {
    try {
      for (const event of events) evolve(this.world, event, at, beside);
      assertInvariants(this.world, events);
    } catch (error) {
      throw error instanceof BrokenWorld ? error : new BrokenWorld("a fact could not be applied", { cause: error });
    }
  }
}

/** Returns the trace of the call that let a payout begin: its settlement is no call, or one without a trace. */
function earlierTrace({ withdrawals }: Readonly<World>, command: Command): string | undefined {
  return command.type === "settle-withdrawal" ? withdrawals.get(command.withdrawId)?.traceparent : undefined;
}
