import type { PathProblem } from "../../spec/fixture-place.ts";
import { MAX_PROBLEMS } from "../../spec/problem.ts";
import { inspectBooks } from "./books.ts";
import { chargeFlaws, inspectHolds } from "./charge-flaws.ts";
import { companyFlaws } from "./company-flaws.ts";
import { deliveryFlaws, inspectLogs, webhookFlaws } from "./delivery-flaws.ts";
import { inspectDues } from "./due-flaws.ts";
import { inspectFaults } from "./fault-flaws.ts";
import { Inspection } from "./inspection.ts";
import { inspectReferences } from "./reference-flaws.ts";
import type { SavedState } from "./saved-state.ts";
import { subscriptionFlaws } from "./subscription-flaws.ts";
import { withdrawalFlaws } from "./withdrawal-flaws.ts";
import { inspectChronicle, inspectInstance, inspectMinted, inspectOpenWithdrawals } from "./world-flaws.ts";

/**
 * What is wrong with a state whose form is right: at most 20 problems, with paths within the state. Later looks rely on
 * the earlier ones, and a cause is not told again by its consequences; so the first look that finds something is the last.
 */
export function savedStateProblems({ world, chronicle }: SavedState): readonly PathProblem[] {
  const inspection = new Inspection(world, MAX_PROBLEMS);
  for (const look of looks) {
    if (inspection.problems.length === 0) look(inspection);
  }
  if (inspection.problems.length === 0) inspectChronicle(inspection, chronicle);
  return inspection.problems;
}

const looks: readonly ((inspection: Inspection) => void)[] = [
  inspectReferences,
  inspectInstance,
  inspectFaults,
  inspectThings,
  (inspection) => {
    inspectHolds(inspection);
    inspectOpenWithdrawals(inspection);
    inspectBooks(inspection);
    inspectDues(inspection);
    inspectLogs(inspection);
    inspectMinted(inspection);
  },
];

function inspectThings(inspection: Inspection): void {
  inspection.each("companies", companyFlaws);
  inspection.each("charges", chargeFlaws);
  inspection.each("subscriptions", subscriptionFlaws);
  inspection.each("withdrawals", withdrawalFlaws);
  inspection.each("webhooks", webhookFlaws);
  inspection.each("deliveries", deliveryFlaws);
}
