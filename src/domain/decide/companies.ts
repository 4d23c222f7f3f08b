import type { CompanyCommand } from "../command.ts";
import { profileProblems, withProfileChanges } from "../company.ts";
import { must } from "../world.ts";
import { scheduleAutomaticWithdrawal } from "./automatic-withdrawals.ts";
import { accept, type Deciders, reject } from "./decider.ts";

export const decideCompanies: Deciders<CompanyCommand["type"]> = {
  "add-company": ({ world, at, mint }, { profile }) => {
    const problems = profileProblems(profile);
    if (problems.length > 0) return reject({ type: "value-not-allowed", problems });
    const companyId = mint("company");
    const added = { type: "CompanyAdded", companyId, profile } as const;
    const outcome = { type: "company-added", companyId } as const;
    if (profile.automaticWithdrawal === null) return accept(outcome, added);
    return accept(outcome, added, scheduleAutomaticWithdrawal(companyId, profile, at, world.settings.timeZone));
  },
  "change-company": ({ world, at }, { companyId, patch }) => {
    const profile = withProfileChanges(must(world.companies, companyId).profile, patch);
    const problems = profileProblems(profile);
    if (problems.length > 0) return reject({ type: "value-not-allowed", problems });
    const changed = { type: "CompanyChanged", companyId, profile } as const;
    const outcome = { type: "company-changed", companyId } as const;
    if (patch.automaticWithdrawal === undefined) return accept(outcome, changed);
    return accept(outcome, changed, scheduleAutomaticWithdrawal(companyId, profile, at, world.settings.timeZone));
  },
};
