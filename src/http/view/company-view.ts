import type { Company } from "../../domain/company.ts";
import type { ShapeOf } from "./shape-of.ts";

export const companyShape: ShapeOf<ReturnType<typeof companyView>> = {
  companyId: true,
  name: true,
  document: true,
  pixKey: true,
  responsible: { name: true, email: true },
  retention: { percent: true, holdFor: true },
  automaticWithdrawal: { at: true },
};

export function companyView({ companyId, profile }: Company) {
  return { companyId, ...profile };
}
