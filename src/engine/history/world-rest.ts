import { nextDueAt } from "../../domain/schedule.ts";
import type { World } from "../../domain/world.ts";
import type { Rest } from "../../store/world-store.ts";
import { type WorldClock, wallTimeOf } from "./world-clock.ts";

/** Returns what a store should know of a world at rest. Drops what is no longer current from its agenda. */
export function restOf(clock: WorldClock, world: World): Rest {
  const dueAt = nextDueAt(world);
  return { clock, wakesAt: dueAt === null ? null : wallTimeOf(clock, dueAt) };
}
