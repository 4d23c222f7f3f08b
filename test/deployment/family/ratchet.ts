import type { Choices } from "./choices.ts";
import type { Mode } from "./judged.ts";

/**
 * Returns how many documented clauses must be judged of a member; to be: 95 and 110. It is a little below the fewest of 200 members.
 * Fewer are judged where each payout waits for an approval that nothing gives, which stands in the way of all later ones; of
 * payments that fail, which no event tells and no identifier; and where answers are lost, one of which may be that of an
 * initiation, so that an unknown withdrawal stands in the way.
 */
export function minJudged(mode: Mode, { manualApproval, settlement, deviation }: Choices): number {
  const isLost = ["resets", "502", "503 with Retry-After"].includes(deviation);
  if (settlement !== "pays" || isLost) return mode === "driven" ? 85 : 55;
  if (mode === "driven") return 105;
  return /^always|^only/.test(manualApproval) ? 75 : 80;
}

/** How many documented clauses may be called broken of an honest member. */
export const maxAlarms: Readonly<Record<Mode, number>> = { "as it is": 0, driven: 0 };
