import type { Cents } from "../../domain/money.ts";
import type { Position } from "../../store/world-store.ts";
import type { Stretch } from "./chronicle.ts";
import { rowAfter, type TimelineRow } from "./timeline.ts";

/**
 * The rows of one company on the present branch, in the order of time, and what they have moved in all up to each of them.
 * As long as the branch only grows, new rows are added.
 */
export class CompanyRows {
  readonly companyId: string;
  readonly rows: TimelineRow[] = [];
  readonly available: Cents[] = [];
  readonly reserved: Cents[] = [];
  readonly #branch: string;
  #reached: Position = 0;

  /** Nothing of the history up to `horizon` is in the rows. */
  constructor(companyId: string, branch: readonly Stretch[], horizon: Position) {
    this.companyId = companyId;
    this.#branch = nameOf(branch, horizon);
  }

  /** Returns whether a branch is this one, or this one grown. */
  fits(companyId: string, branch: readonly Stretch[], horizon: Position): boolean {
    const upTo = branch.at(-1)?.upTo ?? 0;
    return companyId === this.companyId && upTo >= this.#reached && nameOf(branch, horizon) === this.#branch;
  }

  /** Adds the rows of the branch that are new. */
  grow(rows: readonly TimelineRow[], branch: readonly Stretch[]): void {
    for (const { after, upTo } of branch) {
      if (upTo <= this.#reached) continue;
      const last = rowAfter(rows, upTo);
      for (let i = rowAfter(rows, Math.max(after, this.#reached)); i < last; i += 1) this.#add(rows[i]);
      this.#reached = upTo;
    }
  }

  #add(row: TimelineRow | undefined): void {
    if (row === undefined || (row.companyId !== null && row.companyId !== this.companyId)) return;
    this.available.push((this.available.at(-1) ?? 0) + row.availableCents);
    this.reserved.push((this.reserved.at(-1) ?? 0) + row.reservedCents);
    this.rows.push(row);
  }
}

/** Where a branch ends is not part of its name. */
function nameOf(branch: readonly Stretch[], horizon: Position): string {
  return JSON.stringify([horizon, ...branch.map(({ after }, i) => [branch[i - 1]?.upTo, after])]);
}
