import type { Instant } from "../domain/instant.ts";
import type { World } from "../domain/world.ts";
import { Pacer } from "./pacer.ts";
import { ClockBusy } from "./unavailable.ts";
import { clockAfter, clockTime, type WallClock, type WorldClock, wallTimeOf } from "./world-clock.ts";

/** A world that had to be read again does nothing by itself for so long, lest it wear out a keeper that is broken. */
const restMs = 1_000;

/** Tells a live world what time it is, and wakes it when something falls due. While an advance holds it, time stands still. */
export class Timekeeper {
  readonly #wallClock: WallClock;
  readonly #pacer: Pacer;
  #clock: WorldClock;
  #heldAt: Instant | undefined;
  #restsUntilWall = Number.NEGATIVE_INFINITY;

  constructor(clock: WorldClock, wallClock: WallClock, wake: () => void) {
    this.#clock = clock;
    this.#wallClock = wallClock;
    this.#pacer = new Pacer(wake);
  }

  /** The world's present: never before its last fact. */
  now(world: Readonly<World>): Instant {
    return Math.max(world.at, this.#heldAt ?? clockTime(this.#clock, this.#wallClock()));
  }

  get clock(): WorldClock {
    return this.#clock;
  }

  get isHeld(): boolean {
    return this.#heldAt !== undefined;
  }

  /** Throws `ClockBusy` while somebody holds the clock. */
  assertFree(): void {
    if (this.#heldAt !== undefined)
      throw new ClockBusy(
        "the clock of this world is being advanced, or the world is going back; try again when that is done",
      );
  }

  /** Stands still at `at` until `release`. Throws `ClockBusy` when it is held already. */
  hold(at: Instant): void {
    this.assertFree();
    this.#heldAt = at;
  }

  /** As if it had never been held. */
  letGo(): void {
    this.#heldAt = undefined;
  }

  /** Time goes on from where the world is, whatever the machine's clock did meanwhile. */
  release(world: Readonly<World>): void {
    this.#clock = { ...world.clock, anchorAt: this.now(world), anchorWall: this.#wallClock() };
    this.#heldAt = undefined;
  }

  /** While it is held: the world has gone back, and it is `at` again. */
  goBack(at: Instant): void {
    this.#heldAt = at;
  }

  /** Takes note of a fact that the world has just reached, and says what the machine's clock shows. */
  note(world: Readonly<World>): number {
    const wall = this.#wallClock();
    this.#clock = clockAfter(this.#clock, world.clock, world.at, wall);
    return wall;
  }

  /** Begins again from a clock that was read back. */
  restart(clock: WorldClock): void {
    this.#clock = clock;
    if (this.#heldAt !== undefined) this.#heldAt = clockTime(clock, this.#wallClock());
    this.#restsUntilWall = this.#wallClock() + restMs;
  }

  /** Arranges to be woken when the world's clock shows `dueAt`; not while it is held or when nothing is due. */
  wakeAt(dueAt: Instant | null): void {
    const wakeWall = dueAt === null || this.#heldAt !== undefined ? null : wallTimeOf(this.#clock, dueAt);
    this.#pacer.arm(wakeWall === null ? null : Math.max(wakeWall, this.#restsUntilWall), this.#wallClock);
  }

  stop(): void {
    this.#pacer.stop();
  }
}
