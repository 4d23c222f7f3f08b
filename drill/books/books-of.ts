import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { shownTime } from "../../src/report/shown-time.ts";
import { type Amounts, type Books, parseBooks } from "./books.ts";
import { compareBooks } from "./compare-books.ts";
import type { Difference } from "./difference.ts";
import { type LedgerEntry, readWorldBooks } from "./world-books.ts";

/** A difference, and the last posting that has to do with it. */
export interface PlacedDifference extends Difference {
  /** Null where no posting names a withdrawal of the difference. */
  readonly cause: Pick<LedgerEntry, "position" | "at" | "reason"> | null;
}

/** Returns what compares books with the world of a client. */
export function booksOf(client: SaldoClient) {
  return {
    /** Compares now. Returns the differences, worst first. `amounts`: whether payouts in the books include the fee. */
    async compare(books: Books, amounts?: Amounts): Promise<readonly PlacedDifference[]> {
      const world = await readWorldBooks(client);
      return compareBooks(parseBooks(books), world, amounts).map((difference) => {
        const isAbout = ({ reference }: LedgerEntry) => difference.withdrawIds.some((id) => id === reference);
        return { ...difference, cause: world.entries.findLast(isAbout) ?? null };
      });
    },
  };
}

/** Returns how books differ from the ledger, each difference with the posting that it began with. `url`: of the sandbox. */
export function differencesText(differences: readonly PlacedDifference[], url: string): string {
  if (differences.length === 0) return "The books agree with the ledger.\n";
  const lines = differences.map(({ text, cause }) =>
    cause === null ? text : `${text}\n  since ${cause.reason}, ${shownTime(cause.at)}, position ${cause.position}`,
  );
  return `${lines.join("\n")}\nThe history is on the page: ${url}/sandbox/ui/\n`;
}
