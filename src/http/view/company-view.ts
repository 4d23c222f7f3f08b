import type { Company, CompanyProfile } from "../../domain/company.ts";
import type { ShapeOf } from "./shape-of.ts";

export interface CompanyView extends CompanyProfile {
  readonly companyId: string;
}

export const companyShape: ShapeOf<CompanyView> = {
  companyId: true,
  name: true,
  document: true,
  pixKey: true,
  responsible: { name: true, email: true },
  retention: { percent: true, holdFor: true },
  automaticWithdrawal: { at: true },
};

export function companyView({ companyId, profile }: Company): CompanyView {
  return { companyId, ...profile };
}
