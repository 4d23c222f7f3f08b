import { digestOf, newApiKey } from "../../engine/api-key.ts";
import { completeProfile, namesFor } from "../../engine/beginning/fixture/people.ts";
import type { Worlds } from "../../engine/worlds.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import type { Handlers } from "../server/handler.ts";
import { keyHolderShape, keyHolderView } from "./worlds.ts";

/** Adds a company to a world. Values that the caller omits are generated from the world's seed. */
export function companyHandlers(worlds: Worlds) {
  return {
    addCompany: {
      // A new company is shown with its API key; a changed company is not.
      shapes: { "company-added": { ...keyHolderShape, position: true } },
      answer: async ({ body: { balance = 0, automaticWithdrawal = null, ...given } }, { world }) => {
        const names = await namesFor(given);
        const apiKey = newApiKey();
        const { view, holder } = await world.transact((transaction) => {
          const { seed, companies } = transaction.world;
          // Completed inside the transaction, so that concurrent additions get different numbers.
          const profile = { ...completeProfile(given, companies.size, seed, names), automaticWithdrawal };
          const outcome = transaction.run({ type: "add-company", profile, balance }, { keyDigest: digestOf(apiKey) });
          if (outcome.type !== "company-added") return { view: outcomeView(outcome, transaction), holder: null };
          const holder = { companyId: outcome.companyId, apiKey };
          const { position } = transaction;
          return { holder, view: { type: outcome.type, ...keyHolderView(transaction, holder), position } };
        });
        if (holder !== null) worlds.register(world, holder);
        return view;
      },
    },
  } satisfies Partial<Handlers<operations>>;
}
