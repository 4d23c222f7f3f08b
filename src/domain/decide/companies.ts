import type { CompanyCommand } from "../command.ts";
import { profileProblems, withProfileChanges } from "../company.ts";
import { existing } from "../world.ts";
import { scheduleAutomaticWithdrawal } from "./automatic-withdrawals.ts";
import { openingBalance } from "./charges.ts";
import { accept, type Deciders, refusedValues } from "./decider.ts";

export const decideCompanies: Deciders<CompanyCommand["type"]> = {
  "add-company": (context, { profile, balance = 0 }) => {
    const { world, at, mint } = context;
    const refused = refusedValues(profileProblems(profile));
    if (refused !== null) return refused;
    const companyId = mint("company");
    const daily = scheduleAutomaticWithdrawal(companyId, profile, at, world.settings.timeZone);
    return accept(
      { type: "company-added", companyId },
      { type: "CompanyAdded", companyId, profile },
      ...(profile.automaticWithdrawal === null ? [] : [daily]),
      ...openingBalance(context, companyId, balance),
    );
  },
  "change-company": ({ world, at }, { companyId, patch }) => {
    const profile = withProfileChanges(existing(world.companies, companyId).profile, patch);
    const refused = refusedValues(profileProblems(profile));
    if (refused !== null) return refused;
    const changed = { type: "CompanyChanged", companyId, profile } as const;
    const daily = scheduleAutomaticWithdrawal(companyId, profile, at, world.settings.timeZone);
    const rescheduled = patch.automaticWithdrawal === undefined ? [] : [daily];
    return accept({ type: "company-changed", companyId }, changed, ...rescheduled);
  },
};
