import { digestOf, newApiKey } from "../../engine/api-key.ts";
import { completeProfile, namesFor } from "../../engine/beginning/fixture/people.ts";
import type { Worlds } from "../../engine/worlds.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import type { Handlers } from "../server/handler.ts";
import { keyHolderView, worldUnknown } from "./worlds.ts";

/** Adds a company to a world, and gives companies more keys. Values that the caller omits are generated from the world's seed. */
export function companyHandlers(worlds: Worlds) {
  return {
    addCompany: {
      answer: async ({ body = {} }, { world }) => {
        const { balance = 0, automaticWithdrawal = null, ...given } = body;
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
    createKey: {
      answerAnyone: async ({ params: { worldId, companyId } }) => {
        const world = await worlds.read(worldId);
        if (world === null) return worldUnknown(worldId);
        const holder = { companyId, apiKey: newApiKey() };
        const isThere = await world.transact((transaction) => {
          if (!transaction.world.companies.has(companyId)) return false;
          // A key belongs to no event of the domain; it stands beside one that only tells the time.
          transaction.run({ type: "reach-time" }, { keyDigest: digestOf(holder.apiKey), keyCompanyId: companyId });
          return true;
        });
        const message = "This world has no such company; GET /sandbox/worlds lists them.";
        if (!isThere) return { type: "company-unknown", companyId, message };
        worlds.register(world, holder);
        return { type: "key-created", ...holder };
      },
    },
  } satisfies Partial<Handlers<operations>>;
}
