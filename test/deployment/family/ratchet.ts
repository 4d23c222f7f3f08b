import type { Choices } from "./choices.ts";
import type { Mode } from "./judged.ts";

/**
 * Returns how many documented clauses must be judged of a member; to be: 95 and 110. The fewest of 200 members were 80 and 108,
 * and 77 where each payout waits for an approval that nothing gives: it stands in the way of all later ones, and no delivery
 * tells of a payment. There, 94 can be.
 */
export function minJudged(mode: Mode, { manualApproval, settlement }: Choices): number {
  // Of a payment that fails no event tells, and no identifier.
  if (settlement !== "pays") return mode === "driven" ? 100 : 55;
  if (mode === "driven") return 105;
  return /^always|^only/.test(manualApproval) ? 75 : 80;
}

/** How many documented clauses may be called broken of an honest member. */
export const maxAlarms: Readonly<Record<Mode, number>> = { "as it is": 0, driven: 0 };
