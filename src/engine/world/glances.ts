import type { Instant } from "../../domain/instant.ts";
import {
  type Commit,
  Conflict,
  type Glance,
  TooFarBehind,
  type Turns,
  UnknownWorld,
  type WorldId,
} from "../../store/world-store.ts";
import { rewoundBy } from "../history/chronicle.ts";
import type { Condition } from "./condition.ts";
import type { LoadedWorld } from "./loaded-world.ts";
import type { Timekeeper } from "./timekeeper.ts";
import type { TurnLog } from "./turn-log.ts";

/** What glances need of their world. */
export interface GlanceHost {
  readonly loaded: LoadedWorld;
  /** The log of the present copy of the world. */
  readonly log: TurnLog;
  readonly time: Timekeeper;
  readonly condition: Condition;
  /** The attempt to read the world again that is under way, if any. */
  readonly reloading: Promise<void> | undefined;
  /** Applies what other processes have appended. */
  apply(tail: readonly Commit[]): void;
  /** Takes a turn that does nothing but learn. */
  takeTurn(): Promise<unknown>;
}

/** Looks at a world that several processes share without a turn: one question to the store instead of a transaction. */
export class Glances {
  readonly #turns: Turns;
  readonly #worldId: WorldId;
  readonly #host: GlanceHost;
  /** The store's clock at the newest glance: a later time could already be after a pause that this process does not know. */
  #at = 0;

  constructor(turns: Turns, worldId: WorldId, host: GlanceHost) {
    this.#turns = turns;
    this.#worldId = worldId;
    this.#host = host;
  }

  /**
   * Looks at the world as it is now. With `isFresh` the world was looked at for the same request before. Returns null if only
   * a turn can tell.
   */
  async look<T>(
    work: (loaded: LoadedWorld, at: Instant) => T,
    isFresh: boolean,
  ): Promise<{ readonly result: T } | null> {
    const host = this.#host;
    if (host.reloading !== undefined || host.time.isPaused) return null;
    const { log } = host;
    const glance = isFresh ? null : await this.#turns.glance(this.#worldId, log.end).catch(() => null);
    if (glance === null && !isFresh) return null;
    if (!(await isDurable(log))) return null;
    if (log !== host.log || host.reloading !== undefined || host.time.isPaused) return null;
    if (glance !== null && !this.#takeOver(glance, log)) return null;
    const at = host.time.timeAt(host.loaded.machine.world, this.#at);
    const { wakesAt } = host.loaded;
    if (wakesAt !== null && wakesAt <= at) return null;
    host.condition.assertOpen();
    return { result: work(host.loaded, at) };
  }

  /** Learns what others have written, for those who follow the history: nothing falls due by that. */
  async catchUp(): Promise<void> {
    const host = this.#host;
    if (host.reloading !== undefined || host.condition.isOver) return;
    const { log } = host;
    const glance = await this.#turns.glance(this.#worldId, log.end).catch((error: unknown) => toldByTurn(error));
    if (glance === "turn") await host.takeTurn();
    // A turn under way tells more.
    if (glance === null || glance === "turn" || log !== host.log || log.whenDurable() !== undefined) return;
    if (host.reloading === undefined && !this.#learn(glance, log)) await host.takeTurn();
  }

  /** Catches up with more than a turn takes. Returns false if the world must be read again. */
  async readOn(): Promise<boolean> {
    const host = this.#host;
    const { log } = host;
    const glance = await this.#turns.glance(this.#worldId, log.end).catch(() => null);
    if (glance === null || log !== host.log || host.reloading !== undefined) return false;
    // The next turn tells of a pause.
    return glance.tail.length > 0 && this.#learn(glance, log);
  }

  /** Applies what a glance shows, and may tell its time. Returns false if that takes a turn. */
  #takeOver(glance: Glance, log: TurnLog): boolean {
    if (glance.pause !== null || !this.#learn(glance, log)) return false;
    this.#at = Math.max(this.#at, glance.now);
    return true;
  }

  /** Applies what others have written, though the clock may be paused. Returns false if that takes a turn. */
  #learn({ tail, end }: Glance, log: TurnLog): boolean {
    const later = tail.filter(({ first }) => first > log.end.position);
    if (later.some(rewoundBy)) return false;
    this.#host.apply(later);
    log.follow(end);
    return true;
  }
}

/** Resolves when what turns have changed is durable: nobody sees it before. Resolves with false if it never will be. */
async function isDurable(log: TurnLog): Promise<boolean> {
  for (let turn = log.whenDurable(); turn !== undefined; turn = log.whenDurable()) {
    const isKept = await turn.then(
      () => true,
      () => false,
    );
    if (!isKept) return false;
  }
  return true;
}

/** Returns whether a turn can tell why a glance has failed: because of what others have written, not of the store. */
function toldByTurn(error: unknown): "turn" | null {
  const isTold = [Conflict, TooFarBehind, UnknownWorld].some((kind) => error instanceof kind);
  return isTold ? "turn" : null;
}
