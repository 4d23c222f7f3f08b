import { isDeepStrictEqual } from "node:util";
import {
  Conflict,
  type Rest,
  TooFarBehind,
  type Turn,
  type TurnChanges,
  type Turns,
  UnknownWorld,
  type WorldId,
} from "../../store/world-store.ts";
import { rewoundBy } from "../history/chronicle.ts";
import { unwritten } from "../unavailable.ts";
import type { Admission } from "./admission.ts";
import type { TurnLog } from "./turn-log.ts";

/** Other processes wait for the next turn, so a block of work ends after this time, or after this number of works. */
const MAX_BLOCK_MS = 20;
const MAX_BLOCK_WORKS = 200;

/** The maximum number of turns that do not begin, one after the other, before those who wait are rejected. */
const MAX_MISSES = 5;

/** What a queue needs of its world. */
export interface TurnHost {
  /** The log of the present copy of the world. */
  readonly log: TurnLog;
  /** The attempt to read the world again that is under way, if any. It never rejects. */
  readonly reloading: Promise<void> | undefined;
  /** Throws when the world does not admit work on these terms. */
  assertAdmitted(admission: Admission): void;
  /** Applies what other processes have appended, and what attempts they make. */
  follow(turn: Turn): void;
  /** Returns what has changed about the attempts under way, or null. */
  drainClaims(): TurnChanges | null;
  /** Returns how the world rests. */
  rest(): Rest;
  /** Catches up with more than a turn takes. Resolves with false if the world must be read again. */
  readOn(): Promise<boolean>;
  /** Discards the copy and begins to read the world again; `cause` is null if that is nobody's fault. */
  reload(cause: unknown): void;
  /** Ends the world, since another process has deleted it: nothing but upkeep is admitted from now on. */
  gone(): void;
}

/** Work that waits for a turn. */
interface Waiting {
  readonly admission: Admission;
  /** Does the work, or a slice of what must be done before it; then it returns false. */
  perform(): boolean;
  reject(error: unknown): void;
}

/**
 * The work on a world that several processes share. It waits for the next turn, which takes everything that was there when
 * the turn was asked for. A hundred writers cost no more turns than one.
 */
export class TurnQueue {
  readonly #turns: Turns;
  readonly #worldId: WorldId;
  readonly #host: TurnHost;
  #waiting: Waiting[] = [];
  #isBusy = false;
  #misses = 0;

  constructor(turns: Turns, worldId: WorldId, host: TurnHost) {
    this.#turns = turns;
    this.#worldId = worldId;
    this.#host = host;
  }

  /** Resolves with the result of the work, as soon as it is done. `perform` returns null if it must be called again. */
  add<T>(admission: Admission, perform: () => T | null): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const attempt = () => {
      try {
        const result = perform();
        if (result === null) return false;
        resolve(result);
      } catch (error) {
        reject(error);
      }
      return true;
    };
    this.#waiting.push({ admission, perform: attempt, reject });
    if (!this.#isBusy) void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (;;) {
      const { reloading } = this.#host;
      if (reloading !== undefined) {
        this.#doWithoutTurn(this.#waiting.length);
        await reloading;
        continue;
      }
      this.#rejectRefused();
      if (this.#waiting.length === 0) break;
      await this.#takeTurn();
    }
    this.#isBusy = false;
  }

  async #takeTurn(): Promise<void> {
    let { log } = this.#host;
    let count = this.#waiting.length;
    let hasBegun = false;
    let rest: Rest | null = null;
    try {
      const end = await this.#turns.take(this.#worldId, {
        begin: () => {
          log = this.#host.log;
          count = this.#waiting.length;
          return log.end;
        },
        work: (turn: Turn) => {
          // A rewind changes the whole world; and a world that was read again meanwhile is another one.
          // What is already known was seen without a turn meanwhile.
          const tail = turn.tail.filter(({ first }) => first > log.end.position);
          if (tail.some(rewoundBy) || log !== this.#host.log) throw new TooFarBehind("the world must be read again");
          hasBegun = true;
          this.#misses = 0;
          this.#host.follow({ ...turn, tail });
          rest = this.#host.rest();
          return log.gather(() => this.#doBlock(count));
        },
        rest: () => {
          const after = this.#host.rest();
          return isDeepStrictEqual(rest, after) ? null : after;
        },
        claims: () => this.#host.drainClaims(),
      });
      log.keep(end);
    } catch (error) {
      if (hasBegun) log.fail(error);
      else if (!(error instanceof TooFarBehind && (await this.#host.readOn()))) this.#miss(error, count);
    }
  }

  #doBlock(count: number): void {
    const end = performance.now() + MAX_BLOCK_MS;
    const limit = Math.min(count, MAX_BLOCK_WORKS);
    let done = 0;
    while (done < limit && this.#waiting[done]?.perform() === true) {
      done += 1;
      if (performance.now() >= end) break;
    }
    this.#waiting.splice(0, done);
  }

  /** A turn did not begin: nothing was done. */
  #miss(error: unknown, count: number): void {
    this.#misses += 1;
    if (error instanceof UnknownWorld) {
      this.#host.gone();
      this.#doWithoutTurn(this.#waiting.length);
      return;
    }
    const isOld = error instanceof TooFarBehind;
    if ((isOld || error instanceof Conflict) && this.#misses <= MAX_MISSES) {
      this.#host.reload(isOld ? null : error);
      return;
    }
    // Those who come next may read the world again, too: it can be quieter by then.
    this.#misses = 0;
    const left = count - this.#doWithoutTurn(count);
    for (const { reject } of this.#waiting.splice(0, left)) reject(unwritten(error));
  }

  /**
   * The upkeep of a world cannot wait for its store: it is done on what is known, and can write nothing. Returns how many
   * of the first `count` pieces of work that were.
   */
  #doWithoutTurn(count: number): number {
    const isUpkeep = ({ admission }: Waiting) => !admission.waitsForReload;
    const upkeep = this.#waiting.slice(0, count).filter(isUpkeep);
    this.#waiting = this.#waiting.filter((one) => !upkeep.includes(one));
    for (const one of upkeep) one.perform();
    return upkeep.length;
  }

  #rejectRefused(): void {
    this.#waiting = this.#waiting.filter(({ admission, reject }) => {
      try {
        this.#host.assertAdmitted(admission);
        return true;
      } catch (error) {
        reject(error);
        return false;
      }
    });
  }
}
