import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import type { Screen } from "../state/place.ts";
import { type Read, reading } from "../state/resource.ts";

/** What waits for somebody, by screen. */
export type Badges = Partial<Record<Screen, number>>;

async function countBadges({ control }: SaldoClient): Promise<Badges> {
  const [{ webhooks }, { faults }] = await Promise.all([
    carriedOut(control.GET("/webhooks")),
    carriedOut(control.GET("/faults")),
  ]);
  return {
    webhooks: webhooks.filter(({ active }) => !active).length,
    faults: faults.filter(({ remaining }) => remaining > 0).length,
  };
}

const { shown, follow } = reading(countBadges);

/** What waits for somebody: webhooks that are deactivated, faults that are still to be applied. */
export const badges: { readonly value: Read<Badges> } = shown;

/** Keeps the badges up to date. */
export const followBadges = follow;
