import { type Preset, presetRejection } from "../../domain/preset.ts";
import { existing } from "../../domain/world.ts";
import { readShippedPresets } from "../../engine/shipped-presets.ts";
import type { Transaction } from "../../engine/world/moment.ts";
import type { operations, Preset as PresetGiven } from "../../spec/generated/control-api.ts";
import type { View } from "../../spec/renderer.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import type { Handlers } from "../server/handler.ts";
import { termsOf } from "./faults.ts";

export const presetHandlers = {
  listPresets: {
    answer: async () => ({ type: "presets-listed", presets: Object.values(await readShippedPresets()) }),
  },
  applyPreset: {
    answer: async ({ body: { preset: given } }, session) => {
      const shipped = await readShippedPresets();
      const named = typeof given === "string" ? (Object.hasOwn(shipped, given) ? shipped[given] : undefined) : given;
      if (named === undefined) return unknown(String(given), Object.keys(shipped));
      const preset = presetOf(named);
      // With this policy the server connects to addresses of its own network.
      if (preset.settings.webhookUrls === "any") session.requireAdmin();
      return session.transact((transaction, company) => {
        const rejection = presetRejection(transaction.world, company, preset);
        if (rejection !== null) return outcomeView(rejection, transaction);
        const applied = apply(transaction, company.companyId, preset);
        return { type: "preset-applied", ...applied, position: transaction.position };
      });
    },
  },
} satisfies Partial<Handlers<operations>>;

function presetOf({ settings = {}, faults = [], charges = [], chargebacks = 0 }: PresetGiven): Preset {
  const counted = faults.map((fault) => {
    const { times = 1, ...terms }: typeof fault & { times?: number } = fault;
    return { terms: termsOf(terms), times };
  });
  return { settings, faults: counted, charges, chargebacks };
}

/** Nothing of it is refused, because `presetRejection` has looked at all of it. */
function apply({ world, run }: Transaction, companyId: string, preset: Preset) {
  const { settings, faults, charges, chargebacks } = preset;
  if (Object.keys(settings).length > 0) run({ type: "change-settings", patch: settings });
  const faultIds = faults.flatMap((fault) => {
    const outcome = run({ type: "add-fault", ...fault });
    return outcome.type === "fault-added" ? [outcome.faultId] : [];
  });
  const chargeIds = charges.flatMap((charge) => {
    const outcome = run({ type: "create-charge", companyId, paid: true, ...charge });
    return outcome.type === "charge-created" ? [outcome.chargeId] : [];
  });
  const paid = existing(world.companies, companyId).chargeIds.filter((chargeId) => {
    const { paymentStatus, reversal } = existing(world.charges, chargeId);
    return paymentStatus === "PAID" && reversal === null;
  });
  const chargebackIds = chargebacks === 0 ? [] : paid.slice(-chargebacks).reverse();
  for (const chargeId of chargebackIds) run({ type: "chargeback-charge", companyId, chargeId });
  return { faultIds, chargeIds, chargebackIds };
}

function unknown(preset: string, allowed: readonly string[]): View {
  const message = `There is no preset "${preset}"; there are: ${allowed.join(", ")}.`;
  return { type: "preset-unknown", message, ...{ preset, allowed } };
}
