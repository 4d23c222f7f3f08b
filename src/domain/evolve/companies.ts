import { newCompany } from "../company.ts";
import type { CompanyEvent } from "../event.ts";
import { schedule } from "../schedule.ts";
import { existing } from "../world.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveCompanies: Evolvers<CompanyEvent["type"]> = {
  CompanyAdded(world, { companyId, profile }) {
    world.minted.company += 1;
    world.companies.set(companyId, newCompany(companyId, profile));
  },
  CompanyChanged(world, { companyId, profile }) {
    existing(world.companies, companyId).profile = profile;
  },
  AutomaticWithdrawalScheduled(world, { companyId, nextAt }) {
    const due = nextAt === null ? null : schedule(world, "automatic-withdrawal", companyId, companyId, nextAt);
    existing(world.companies, companyId).automaticWithdrawalDue = due;
  },
};
