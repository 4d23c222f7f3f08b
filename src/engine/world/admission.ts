import type { Condition } from "./condition.ts";

/** On what terms work is admitted to a world. */
export interface Admission {
  /** Whether the work waits while the world is read again after a failed write. */
  readonly waitsForReload: boolean;
  /** Whether the work is refused while another process may have the world, so that what it sees may be old. */
  readonly needsPresent: boolean;
  /**
   * Whether what is due by now is done with it: what falls due before it, and attempts to deliver after it. Work that does
   * not need the present leaves the attempts to the timer.
   */
  readonly doesDue: boolean;
  /** Throws `Unavailable` when the world does not admit the work. */
  assertAdmitted(condition: Condition): void;
}

export const admissions = {
  /** A request, or the world is woken because something is due. */
  request: {
    waitsForReload: true,
    needsPresent: true,
    doesDue: true,
    assertAdmitted: (condition) => condition.assertOpen(),
  },
  /** A slice of an advance, which does itself what is due. */
  advance: {
    waitsForReload: true,
    needsPresent: true,
    doesDue: false,
    assertAdmitted: (condition) => condition.assertOpen(),
  },
  /**
   * An attempt has ended. That is recorded even when the world is about to end. The store keeps no record of a process that
   * has lost the world.
   */
  attemptEnd: {
    waitsForReload: true,
    needsPresent: false,
    doesDue: true,
    assertAdmitted: (condition) => condition.assertRunning(),
  },
  /** What a world in trouble needs, too: its clock is paused and resumed, it goes back, its history is cut, it ends. */
  upkeep: { waitsForReload: false, needsPresent: false, doesDue: false, assertAdmitted: () => undefined },
} as const satisfies Record<string, Admission>;

/** The result of admitted work. `durable` resolves when all it could have seen is durable; undefined if it is. */
export interface Done<T> {
  readonly result: T;
  readonly durable: Promise<void> | undefined;
}
