import { type Instant, lastInstant } from "../../domain/instant.ts";
import type { Rest } from "../../store/world-store.ts";

/** A machine's clock: returns milliseconds since 1970. Tests pass their own. */
export type WallClock = () => number;

/** How a world's time follows the machine's: at `anchorWall` of the machine's clock it was `anchorAt`. */
export type WorldClock = Rest["clock"];

/** Returns the world's time when the machine's clock shows `wall`. */
export function clockTime(clock: WorldClock, wall: number): Instant {
  if (clock.mode === "frozen") return clock.anchorAt;
  const elapsedMs = Math.max(0, wall - clock.anchorWall);
  return Math.min(lastInstant, Math.floor(clock.anchorAt + elapsedMs * clock.rate));
}

/** Returns what the machine's clock will show at the world's time `at`; null if time alone never leads there. */
export function wallTimeOf(clock: WorldClock, at: Instant): number | null {
  if (clock.mode === "frozen") return at <= clock.anchorAt ? clock.anchorWall : null;
  return clock.anchorWall + Math.max(0, at - clock.anchorAt) / clock.rate;
}

/**
 * Returns the clock after a commit at `at`, recorded when the machine's clock showed `wall`. A changed setting sets new
 * anchors. So does a commit ahead of the clock, as every step of an advance is: time never runs behind the history.
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
