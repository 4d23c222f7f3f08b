import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import type { Screen } from "../state/place.ts";
import { followed } from "../state/resource.ts";

async function countBadges({ control }: SaldoClient): Promise<Partial<Record<Screen, number>>> {
  const { awaitingCode, pendingReview, inactiveWebhooks, faults } = await carriedOut(control.GET("/summary"));
  return { withdrawals: awaitingCode + pendingReview, webhooks: inactiveWebhooks, faults };
}

/** Withdrawals that await a code or a review, webhooks that are deactivated, faults that can still apply. */
export const badges = followed(countBadges);
