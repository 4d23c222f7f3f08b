import type { WorldEvent } from "./event.ts";
import { ledgerProblem } from "./ledger.ts";
import { must, type World } from "./world.ts";

/** A world that can no longer be trusted: what its facts made of it is impossible. A bug of the platform. */
export class BrokenWorld extends Error {
  override readonly name = "BrokenWorld";
}

/** Asserts what must always hold of every company that the events were about. Throws `BrokenWorld`. */
export function assertInvariants(world: Readonly<World>, events: readonly WorldEvent[]): void {
  for (const event of events) {
    if (!("companyId" in event)) continue;
    const problem = ledgerProblem(must(world.companies, event.companyId).ledger);
    if (problem !== null) throw new BrokenWorld(`${event.type} broke the books of ${event.companyId}: ${problem}`);
  }
}
