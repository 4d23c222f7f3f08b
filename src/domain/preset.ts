import type { Company } from "./company.ts";
import { termsProblems } from "./decide/faults.ts";
import { type FaultTerms, MAX_FAULTS } from "./fault.ts";
import { hasRoomFor } from "./ledger.ts";
import type { Cents } from "./money.ts";
import type { Rejection } from "./rejection.ts";
import { type SettingProblem, type SettingsPatch, settingsProblems, withChanges } from "./settings.ts";
import type { World } from "./world.ts";

/** What goes wrong together. It is applied at once, in this order. */
export interface Preset {
  readonly settings: SettingsPatch;
  readonly faults: readonly { readonly terms: FaultTerms; readonly times: number }[];
  /** Customers pay them. */
  readonly charges: readonly { readonly total: Cents; readonly externalId?: string | null | undefined }[];
  /** How many of the newest paid charges are charged back. */
  readonly chargebacks: number;
}

/** Returns why nothing of a preset can be applied, or null. Problems are at places such as `preset.faults.0.delay`. */
export function presetRejection(world: Readonly<World>, { ledger }: Company, preset: Preset): Rejection | null {
  const { settings, faults, charges } = preset;
  const problems = [
    ...below("preset.settings", settingsProblems(withChanges(world.settings, settings))),
    ...faults.flatMap(({ terms }, nth) => below(`preset.faults.${nth}`, termsProblems(world, terms))),
  ];
  if (problems.length > 0) return { type: "value-not-allowed", problems };
  if (world.faults.list.length + faults.length > MAX_FAULTS) return { type: "faults-full", limit: MAX_FAULTS };
  const total = charges.reduce((sum, charge) => sum + charge.total, 0);
  return hasRoomFor(ledger, total) ? null : { type: "ledger-full", total };
}

function below(place: string, problems: readonly SettingProblem[]): SettingProblem[] {
  return problems.map(({ at, message }) => ({ at: `${place}.${at}`, message }));
}
