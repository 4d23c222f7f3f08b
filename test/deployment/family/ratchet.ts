import type { Choices } from "./choices.ts";
import type { Mode } from "./judged.ts";

/**
 * Returns how many documented clauses must be judged of a member; to be: 95 and 110. It is a little below the fewest of 200 members.
 * Fewer are judged as it is where no payout is seen to be paid, and where each waits for an approval that nothing gives, which
 * stands in the way of all later ones. Where answers are lost, now and then a story has lost one each time it was played.
 */
export function minJudged(mode: Mode, { manualApproval, settlement, deviation }: Choices): number {
  if (mode === "driven") return 120;
  const isLost = ["resets", "502", "503 with Retry-After"].includes(deviation);
  const isUnpaid = settlement !== "pays" || /^always|^only/.test(manualApproval);
  if (isLost) return isUnpaid ? 60 : 74;
  return isUnpaid ? 74 : 100;
}

/** How many documented clauses may be called broken of an honest member. */
export const maxAlarms: Readonly<Record<Mode, number>> = { "as it is": 0, driven: 0 };
