import type { Instant } from "../../domain/instant.ts";
import { nextDueAt } from "../../domain/schedule.ts";
import type { World } from "../../domain/world.ts";
import type { NewWorld } from "../../store/world-store.ts";
import { keysOf, type Replayed } from "./chronicle.ts";
import { wallTimeOf } from "./world-clock.ts";

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

/** Returns what a store should know of a world at rest. Drops what is no longer current from its agenda. */
export function restOf({ clock, world, chronicle }: Pick<Replayed, "clock" | "world" | "chronicle">): NewWorld {
  const summary = waitsOf(world);
  const dueAt = summary.nextDueAt;
  const wakesAt = dueAt === null ? null : wallTimeOf(clock, dueAt);
  return { keys: keysOf(chronicle), clock, wakesAt, summary };
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

/** Returns what a store has noted for lists; null if it has nothing, or something that another version wrote. */
export function waitsIn(summary: unknown): WorldWaits | null {
  const { clock, nextDueAt = null, companies, ...counts }: Partial<WorldWaits> = Object(summary);
  const { openWithdrawals = 0, pendingReview = 0, failedDeliveries = 0 } = counts;
  if (clock === undefined || !Array.isArray(companies)) return null;
  return { clock, nextDueAt, companies, openWithdrawals, pendingReview, failedDeliveries };
}
