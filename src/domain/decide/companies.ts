import type { CompanyCommand } from "../command.ts";
import { profileProblems, withProfileChanges } from "../company.ts";
import { must } from "../world.ts";
import { scheduleAutomaticWithdrawal } from "./automatic-withdrawals.ts";
import { openingBalance } from "./charges.ts";
import { accept, type Deciders, reject } from "./decider.ts";

export const decideCompanies: Deciders<CompanyCommand["type"]> = {
  "add-company": (context, { profile, balance = 0 }) => {
    const { world, at, mint } = context;
    const problems = profileProblems(profile);
    if (problems.length > 0) return reject({ type: "value-not-allowed", problems });
    const companyId = mint("company");
    const daily =
      profile.automaticWithdrawal === null
        ? []
        : [scheduleAutomaticWithdrawal(companyId, profile, at, world.settings.timeZone)];
    return accept(
      { type: "company-added", companyId },
      { type: "CompanyAdded", companyId, profile },
      ...daily,
      ...openingBalance(context, companyId, balance),
    );
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
