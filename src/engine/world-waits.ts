import type { Instant } from "../domain/instant.ts";
import { nextDueAt } from "../domain/schedule.ts";
import type { World } from "../domain/world.ts";

/** What a world waits for, for lists. */
export interface WorldWaits {
  readonly clock: "running" | "frozen";
  readonly nextDueAt: Instant | null;
  readonly companies: readonly { readonly companyId: string; readonly name: string }[];
  /** Withdrawals that await their code. */
  readonly openWithdrawals: number;
  readonly pendingReview: number;
  readonly failedDeliveries: number;
}

export function waitsOf(world: Readonly<World>): WorldWaits {
  const withdrawals = [...world.withdrawals.values()];
  const inState = (status: string) => withdrawals.filter((withdrawal) => withdrawal.status === status).length;
  return {
    clock: world.clock.mode,
    nextDueAt: nextDueAt(world),
    companies: Array.from(world.companies.values(), ({ companyId, profile: { name } }) => ({ companyId, name })),
    openWithdrawals: inState("CREATED"),
    pendingReview: inState("PENDING_REVIEW"),
    failedDeliveries: [...world.deliveries.values()].filter(({ state }) => state === "FAILED").length,
  };
}
