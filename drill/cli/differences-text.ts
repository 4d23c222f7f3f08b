import { shownTime } from "../../src/report/shown-time.ts";
import type { PlacedDifference } from "../books/books-of.ts";

/** Returns how books differ from the ledger, each difference with the posting that it began with. `url`: of the sandbox. */
export function differencesText(differences: readonly PlacedDifference[], url: string): string {
  if (differences.length === 0) return "The books agree with the ledger.\n";
  const lines = differences.map(({ text, cause }) =>
    cause === null ? text : `${text}\n  since ${cause.reason}, ${shownTime(cause.at)}, position ${cause.position}`,
  );
  return `${lines.join("\n")}\nThe history is on the page: ${url}/sandbox/ui/\n`;
}
