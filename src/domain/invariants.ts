import type { WorldEvent } from "./event.ts";
import { ledgerProblem } from "./ledger.ts";
import { existing, type World } from "./world.ts";

/** The state of a world is impossible, so it can no longer be trusted. This is a bug of Saldo. */
export class BrokenWorld extends Error {
  override readonly name = "BrokenWorld";
}

/** Checks the invariants of every company that the events concern. Throws `BrokenWorld`. */
export function assertInvariants(world: Readonly<World>, events: readonly WorldEvent[]): void {
  for (const event of events) {
    if (!("companyId" in event)) continue;
    const problem = ledgerProblem(existing(world.companies, event.companyId).ledger);
    if (problem !== null) throw new BrokenWorld(`${event.type} broke the books of ${event.companyId}: ${problem}`);
  }
}
