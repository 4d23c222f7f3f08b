import { clauseOf } from "../clauses/catalogue.ts";
import { Run } from "./run.ts";
import { Shared } from "./shared.ts";
import { worldStory } from "./timeout-story.ts";

/**
 * Begun in front of each file of contracts, for what takes long by the wall clock whatever a control plane does. What is
 * told for a clause must be over when its contract is: then its world is deleted.
 */
const shared = Shared.own;
const { offers, selected } = shared.settings;
const looking = ["retries.timeout", "retries.patience"].find((id) => selected.includes(id));
const clause = looking === undefined ? undefined : clauseOf(looking);
if (clause !== undefined && offers.includes("control-plane") && offers.includes("receiver")) {
  // What became of it is told by the contracts that look at it.
  worldStory(new Run(shared, clause, new AbortController().signal)).catch(() => {});
}
