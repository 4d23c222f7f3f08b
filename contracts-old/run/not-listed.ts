import type { Account } from "./account.ts";
import { Broken, CouldNotRun } from "./verdict-error.ts";

/** No page is likely to be shorter. */
const leastPage = 10;

/**
 * What to say where a list of so many entries lacks what the run has made. The document has neither pages nor an order, so
 * that a long list of a real account may be the first page of several, and begin with the oldest.
 */
export function notListed({ control }: Account, length: number, missing: string): Broken | CouldNotRun {
  if (control !== undefined || length < leastPage) return new Broken(missing);
  return new CouldNotRun("not-seen", `${missing}; the list shows ${length} entries and may have pages`);
}
