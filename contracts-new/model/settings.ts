import type { TraceEntry } from "../trace/trace.ts";

export type Settings = Readonly<Record<string, unknown>>;

/**
 * Returns the settings of an account's instance that the run knows at an instant, because it has set them or was told
 * them. Of most targets it knows none.
 */
export function settingsAt(trace: readonly TraceEntry[], account: string, at: number): Settings {
  const acts = trace.filter((entry) => entry.kind === "act" && entry.capability === "change-settings");
  const earlier = acts.filter((entry) => entry.kind === "act" && entry.account === account && entry.at <= at);
  return Object.assign({}, ...earlier.map((entry) => (entry.kind === "act" ? entry.given : {})));
}
