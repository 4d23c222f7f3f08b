import type { Cents } from "../../domain/money.ts";
import type { Stretch } from "./chronicle.ts";
import { rowAfter, type TimelineRow } from "./timeline.ts";

/** The rows of one company on a branch, in the order of time, and what they have moved in all up to each of them. */
export interface CompanyRows {
  readonly rows: readonly TimelineRow[];
  readonly available: readonly Cents[];
  readonly reserved: readonly Cents[];
}

export function companyRows(all: readonly TimelineRow[], companyId: string, branch: readonly Stretch[]): CompanyRows {
  const rows: TimelineRow[] = [];
  const available: Cents[] = [];
  const reserved: Cents[] = [];
  for (const { after, upTo } of branch) {
    const last = rowAfter(all, upTo);
    for (let i = rowAfter(all, after); i < last; i += 1) {
      const row = all[i];
      if (row === undefined || (row.companyId !== null && row.companyId !== companyId)) continue;
      available.push((available.at(-1) ?? 0) + row.availableCents);
      reserved.push((reserved.at(-1) ?? 0) + row.reservedCents);
      rows.push(row);
    }
  }
  return { rows, available, reserved };
}
