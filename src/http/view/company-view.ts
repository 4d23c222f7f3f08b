import type { Company } from "../../domain/company.ts";
import type { ShapeOf } from "./shape-of.ts";

export const companyShape = {
  companyId: true,
  name: true,
  document: true,
  pixKey: true,
  responsible: { name: true, email: true },
  retention: { percent: true, holdFor: true },
  automaticWithdrawal: { at: true },
} as const satisfies ShapeOf<ReturnType<typeof companyView>>;

export function companyView({ companyId, profile }: Company) {
  return { companyId, ...profile };
}
