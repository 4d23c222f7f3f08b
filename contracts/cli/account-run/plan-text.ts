import { counted } from "../../../src/report/counted.ts";
import { howToGive } from "../../run/capabilities.ts";
import type { RunPlan } from "../../run/plan.ts";
import { inReais } from "../../target/amount.ts";

/** The life of a code by the platform's document; that of the target is learned while the run is under way. */
const CODE_LIFE_MINUTES = 5;

/** Says what a run is going to do to a real account, how long it takes, and what would free more clauses. */
export function planText(plan: RunPlan, valueCents: number | undefined, budgetCents: number): string {
  const { price, stories, missing } = plan;
  const playable = stories.filter((one) => one.missing.length === 0).map(({ story }) => story);
  const changesSettings = playable.some(({ needs }) => needs.includes("change-settings"));
  const most = Math.max(0, ...playable.map((story) => story.price.waitMs));
  const sum = valueCents === undefined ? `at most ${inReais(budgetCents)}` : inReais(price.payouts * valueCents);
  const minutes = Math.max(Math.ceil(price.waitMs / 60_000), 1);
  const lives = price.codeLives * CODE_LIFE_MINUTES;
  return [
    `Plan: ${counted(playable.length, "story").replace("storys", "stories")} of ${stories.length}`,
    `  payouts    ${price.payouts === 0 ? "none" : `${price.payouts}, ${sum} in all`}`,
    `  e-mails    ${price.mails === 0 ? "none" : `about ${price.mails} with a code`}`,
    `  webhooks   ${price.webhooks === 0 ? "none" : `${price.webhooks} that stay: an API key cannot delete them`}`,
    `  time       ${Math.max(1, Math.ceil(most / 60_000))} to ${minutes} min${lives === 0 ? "" : `, and up to ${lives} min while codes expire`}`,
    ...(changesSettings ? ["  settings   changed by the driver, and put back at the end"] : []),
    ...(missing.length === 0 ? [] : ["More clauses can be judged with:"]),
    ...missing.map(({ capability, clauses }) => `  ${String(clauses).padStart(4)}  ${howToGive(capability)}`),
    "",
  ].join("\n");
}
