import type { Clause } from "../clauses/clause.ts";
import type { Price, Story } from "../stories/story.ts";
import type { Capability } from "../target/driver/capability.ts";

/** What a run is going to do, and what it cannot. */
export interface RunPlan {
  readonly stories: readonly PlannedStory[];
  /** The price of all that can be played. */
  readonly price: Price;
  /** What is missing, and how many clauses it would free. */
  readonly missing: readonly { readonly capability: Capability; readonly clauses: number }[];
}

interface PlannedStory {
  readonly story: Story;
  /** What it cannot begin without, and is not there. */
  readonly missing: readonly Capability[];
}

export function planOf(clauses: readonly Clause[], has: ReadonlySet<Capability>): RunPlan {
  const isSuperfluous = ({ unless }: Story) => unless?.every((capability) => has.has(capability)) === true;
  const all = [...new Set(clauses.flatMap(({ needs }) => needs))].filter((story) => !isSuperfluous(story));
  const stories = all.map((story) => ({ story, missing: story.needs.filter((need) => !has.has(need)) }));
  const playable = stories.filter(({ missing }) => missing.length === 0).map(({ story }) => story);
  const price = priceOf(playable, has.has("settle"));
  return { stories: order(stories), price, missing: missingOf(clauses, stories) };
}

function priceOf(stories: readonly Story[], mayPay: boolean): Price {
  const sum = (what: keyof Price) => stories.reduce((total, { price }) => total + price[what], 0);
  return {
    payouts: mayPay ? sum("payouts") : 0,
    mails: sum("mails"),
    webhooks: sum("webhooks"),
    codeLives: sum("codeLives"),
    waitMs: sum("waitMs"),
  };
}

/**
 * What waits longest begins first, so that the rest runs beside it. But what pays comes after what only opens: a payment that
 * no one approves may be in the way of all that comes later.
 */
function order(stories: readonly PlannedStory[]): readonly PlannedStory[] {
  const pays = ({ story: { price } }: PlannedStory) => (price.payouts > 0 ? 1 : 0);
  const listens = ({ needs }: Story) => (needs.includes("listening") ? Number.MAX_SAFE_INTEGER : 0);
  const weight = ({ story }: PlannedStory) => listens(story) + story.price.codeLives * 300_000 + story.price.waitMs;
  return stories.toSorted((a, b) => pays(a) - pays(b) || weight(b) - weight(a));
}

/** A clause is freed by a capability when all of its stories lack something, and one of them only this. */
function missingOf(clauses: readonly Clause[], stories: readonly PlannedStory[]): RunPlan["missing"] {
  const lacking = new Map(stories.map(({ story, missing }) => [story, missing]));
  const counts = new Map<Capability, number>();
  for (const { needs } of clauses) {
    const lacks = needs.flatMap((story) => [lacking.get(story)].filter((missing) => missing !== undefined));
    if (lacks.length === 0 || lacks.some((missing) => missing.length === 0)) continue;
    for (const capability of new Set(lacks.flat())) counts.set(capability, (counts.get(capability) ?? 0) + 1);
  }
  const entries = [...counts].map(([capability, count]) => ({ capability, clauses: count }));
  return entries.toSorted((a, b) => b.clauses - a.clauses);
}
