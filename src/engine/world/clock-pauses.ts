import type { Instant } from "../../domain/instant.ts";
import { unwritten } from "../unavailable.ts";
import { type Admission, admissions, type Done } from "./admission.ts";
import type { Claims } from "./claims.ts";
import type { Timekeeper } from "./timekeeper.ts";

/** What pauses need of their world. */
export interface PauseHost {
  readonly time: Timekeeper;
  /** Undefined if this process is the only writer. */
  readonly claims: Claims | undefined;
  readonly now: Instant;
  admit<T>(admission: Admission, work: () => T): Promise<Done<T>>;
}

/** The pauses of a world's clock. If several processes share the world, the clock is paused for all of them. */
export class ClockPauses {
  readonly #host: PauseHost;
  /** Whether the store has a pause of this process, as the last turn told. */
  #isKept = false;

  constructor(host: PauseHost) {
    this.#host = host;
  }

  /**
   * Announces a pause, so that whoever looks at the world takes a turn. Without that, others could tell a time after the one
   * at which the clock is then paused. Throws `ClockBusy` if it is already paused.
   */
  async announce(): Promise<void> {
    const { claims, time } = this.#host;
    if (claims === undefined) return;
    const { durable } = await this.#host.admit(admissions.upkeep, () => {
      time.assertFree();
      claims.pause("announced");
    });
    // If the announcement is lost, nothing is told wrongly: the pause itself is written in a turn of its own, which fails
    // if another process has the clock, and the caller learns there what is wrong with the store.
    await durable?.catch(() => undefined);
  }

  /** Takes an announced pause back, unless the clock has been paused. */
  async withdraw(): Promise<void> {
    const { claims, time } = this.#host;
    if (claims === undefined || time.isPausedHere) return;
    await this.#host.admit(admissions.upkeep, () => void (time.isPausedHere || claims.pause(null)));
  }

  /** Pauses the clock, in admitted work. Throws `ClockBusy` if it is already paused. */
  begin(at: Instant): void {
    this.#host.time.pause(at);
    this.#host.claims?.pause(at);
  }

  /** Ends that pause. `resume` sets the clock of this process. */
  end(resume: (time: Timekeeper) => void): void {
    resume(this.#host.time);
    this.#host.claims?.pause(null);
  }

  /** Notes what a turn has told: how another process has paused the clock, and whether the store has a pause of this one. */
  follow(elsewhere: Parameters<Timekeeper["followPause"]>[0], isKept: boolean): void {
    this.#host.time.followPause(elsewhere);
    this.#isKept = isKept;
  }

  /** Pauses the clock again if the store has lost that. Throws if another process has paused it since. */
  assertKept(): void {
    const { time, claims, now } = this.#host;
    if (time.pausedElsewhereUntil !== null) {
      throw unwritten("this process stood still, and another one took over the clock of the world");
    }
    if (!this.#isKept) claims?.pause(now);
  }
}
