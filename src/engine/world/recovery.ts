import { BrokenWorld } from "../../domain/invariants.ts";
import { Damaged, NewerFormat } from "../../store/damaged.ts";
import { Unavailable, WorldDeleted } from "../unavailable.ts";
import type { Condition } from "./condition.ts";

const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;

const unreadableForNow = `the sandbox cannot read this world from its store at the moment; it tries again at least every ${MAX_PAUSE_MS / 1_000} s, and the world goes on as soon as that succeeds`;

export interface RecoveryActions {
  /** Reads the world from its store and resumes it. */
  read(): Promise<void>;
  /** Whether a rewind is reading the world just now. */
  isGoingBack(): boolean;
  /** Is called when the world has been resumed after it had stopped. */
  recovered(): void;
  /** Is called after each try. */
  tried(): void;
}

/**
 * Reads a world again after a failed write. Temporary errors, such as a full disk, are retried after pauses that double
 * up to a limit. Damaged data stops the world. The timer does not keep the process alive.
 */
export class Recovery {
  readonly #condition: Condition;
  readonly #actions: RecoveryActions;
  #underWay: Promise<void> | undefined;
  #pauseMs = MIN_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;
  /** Whether a try has failed since the world last went on. */
  #hasFailed = false;
  #isOver = false;

  constructor(condition: Condition, actions: RecoveryActions) {
    this.#condition = condition;
    this.#actions = actions;
  }

  /** The attempt to read that is under way, if any. It never rejects. */
  get underWay(): Promise<void> | undefined {
    return this.#underWay;
  }

  begin(): void {
    this.#underWay ??= this.#try();
  }

  /** Cancels further tries, since the world was resumed in another way. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#hasFailed = false;
    this.#pauseMs = MIN_PAUSE_MS;
  }

  /** Makes no more tries. */
  end(): void {
    this.#isOver = true;
    this.reset();
  }

  async #try(): Promise<void> {
    const { read, recovered, tried } = this.#actions;
    const condition = this.#condition;
    try {
      await read();
      const hadFailed = this.#hasFailed;
      this.reset();
      if (hadFailed) {
        condition.goOn();
        recovered();
      }
    } catch (error) {
      if (isLasting(error))
        condition.stop("this world has stopped: it could not be read again after a failed write", error);
      else {
        if (!this.#hasFailed) condition.stop(unreadableForNow, error);
        if (!this.#isOver) this.#plan();
      }
    }
    this.#underWay = undefined;
    tried();
  }

  #plan(): void {
    this.#hasFailed = true;
    this.#timer = setTimeout(() => (this.#actions.isGoingBack() ? this.#plan() : this.begin()), this.#pauseMs).unref();
    this.#pauseMs = Math.min(MAX_PAUSE_MS, 2 * this.#pauseMs);
  }
}

/** Returns whether a world can never be read: its data is damaged, impossible, or missing. */
export function isLasting(error: unknown): boolean {
  const cause = error instanceof Unavailable ? (error.cause ?? error) : error;
  return [Damaged, NewerFormat, BrokenWorld, WorldDeleted].some((kind) => cause instanceof kind);
}
