import { addDuration, durationMs, durationProblem, type IsoDuration } from "./duration.ts";
import type { Instant } from "./instant.ts";
import type { SettingProblem } from "./settings.ts";

/** Rejects the calls above `requests` within `per` of the world's time. Without an operation it counts all calls. */
export interface RateLimitTerms {
  readonly kind: "rate-limit";
  readonly operationId?: string | undefined;
  readonly requests: number;
  readonly per: IsoDuration;
}

/** The calls that were let through since the first of them. The next window begins with the first call after `endsAt`. */
export interface LimitWindow {
  readonly since: Instant;
  readonly endsAt: Instant;
  readonly used: number;
}

type Limited = RateLimitTerms & { readonly window: LimitWindow | null };

/** Returns the window that counts at `at`, or null. After a rewind a window can lie in the future; it does not count. */
export function windowAt({ window }: Limited, at: Instant): LimitWindow | null {
  return window !== null && window.since <= at && at < window.endsAt ? window : null;
}

export function callsLeft(limit: Limited, at: Instant): number {
  return limit.requests - (windowAt(limit, at)?.used ?? 0);
}

/** Returns how long a call at `at` has to wait until it is let through; 0 if it need not. */
export function waitMs(limit: Limited, at: Instant): number {
  const window = windowAt(limit, at);
  return window !== null && window.used >= limit.requests ? window.endsAt - at : 0;
}

/** Returns the window with one more call in it. */
export function withCall(limit: Limited, at: Instant, timeZone: string): LimitWindow {
  const window = windowAt(limit, at) ?? { since: at, endsAt: addDuration(at, limit.per, timeZone), used: 0 };
  return { ...window, used: window.used + 1 };
}

export function rateLimitProblems({ per }: RateLimitTerms): SettingProblem[] {
  const message = durationProblem(per);
  if (message !== null) return [{ at: "per", message }];
  if (durationMs(per) > 0) return [];
  return [{ at: "per", message: `"${per}" is no time; a limit needs a window such as PT1M` }];
}
