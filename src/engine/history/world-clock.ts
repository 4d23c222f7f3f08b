import type { ClockMode } from "../../domain/event.ts";
import { type Instant, lastInstant } from "../../domain/instant.ts";

/** The machine's clock: milliseconds since 1970. Injected, so that tests can set it. */
export type WallClock = () => number;

/** How a world's time relates to the machine's: at `anchorWall` it was `anchorAt`. */
export interface WorldClock {
  readonly mode: ClockMode;
  /** World milliseconds per real millisecond; a frozen clock ignores it. */
  readonly rate: number;
  readonly anchorAt: Instant;
  readonly anchorWall: number;
}

/** What a world's clock shows when the machine's shows `wall`. */
export function clockTime(clock: WorldClock, wall: number): Instant {
  if (clock.mode === "frozen") return clock.anchorAt;
  const elapsedMs = Math.max(0, wall - clock.anchorWall);
  return Math.min(lastInstant, Math.floor(clock.anchorAt + elapsedMs * clock.rate));
}

/** What the machine's clock will show when the world's shows `at`, or null when it never will by itself. */
export function wallTimeOf(clock: WorldClock, at: Instant): number | null {
  if (clock.mode === "frozen") return at <= clock.anchorAt ? clock.anchorWall : null;
  return clock.anchorWall + Math.max(0, at - clock.anchorAt) / clock.rate;
}

/**
 * The clock after a commit at `at`, written down when the machine's clock showed `wall`. Setting the clock ties it
 * anew; so does a fact that is ahead of it, as every step of an advance is: time never runs behind the history.
 */
export function clockAfter(
  clock: WorldClock,
  setting: Pick<WorldClock, "mode" | "rate">,
  at: Instant,
  wall: number,
): WorldClock {
  const unchanged = setting.mode === clock.mode && setting.rate === clock.rate;
  return unchanged && at <= clockTime(clock, wall) ? clock : { ...setting, anchorAt: at, anchorWall: wall };
}
