/** How long the client waits for something by default. */
export const DEFAULT_WAIT = "PT10S";

/** As many as a list shows, so that the oldest is among them. */
export const MAX_LISTED = 1_000;

/** Throws an error that says what was waited for. */
export function nothingCame(what: string, { limit: _, wait, ...wanted }: { wait: string; limit: number }): never {
  const given = Object.entries(wanted).map(([name, value]) => `${name} ${value}`);
  throw new Error(`no ${what}${given.length === 0 ? "" : ` with ${given.join(", ")}`} came within ${wait}`);
}
