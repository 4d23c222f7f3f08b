import type { Company } from "../../domain/company.ts";

export function companyView({ companyId, profile }: Company) {
  return { companyId, ...profile };
}
