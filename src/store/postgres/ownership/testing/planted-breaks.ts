import type { FencedAppend } from "../append-statement.ts";
import { type LeaseClock, pause } from "../lease-clock.ts";
import type { LeaseDatabase, SeenProcess, SeenWorld } from "../lease-database.ts";
import type { DatabaseLink } from "./database-link.ts";
import { SimulatedDatabase, type Statement } from "./simulated-database.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** A protocol with one rule taken out. What is left out here is as it should be. */
export interface PlantedBreak {
  /** The seed of a history that finds it. */
  readonly foundBy?: number;
  readonly database?: new (time: VirtualTime, worldIds: readonly string[]) => SimulatedDatabase;
  readonly process?: (link: DatabaseLink, clock: LeaseClock) => [LeaseDatabase, LeaseClock];
  readonly showsUndurable?: true;
  readonly passesOnAgain?: true;
  readonly dropsAfterRelease?: (link: DatabaseLink, worldId: string, processId: string) => Promise<void>;
}

/** Ended processes are as good as gone. */
class WithoutBurial extends SimulatedDatabase {
  override processes(): Statement<readonly SeenProcess[]> {
    const { perform } = super.processes();
    return { perform: () => perform().filter(({ hasEnded }) => !hasEnded) };
  }
}

/** Whether the owner's lease has ended is a condition of the taking, and its snapshot shows it. */
class TakingInOneStatement extends WithoutBurial {
  override take(worldId: string, processId: string): Statement<number | null> {
    const living = new Set(this.livingRows().flatMap((row) => (row.leaseUntil < this.clock ? [] : [row.processId])));
    return this.update(
      worldId,
      ({ owner }) => owner === null || owner === processId || !living.has(owner),
      ({ epoch }) => ({ owner: processId, epoch: epoch + 1 }),
    );
  }
}

class TakingWithoutComparing extends SimulatedDatabase {
  override take(worldId: string, processId: string, _seen: SeenWorld): Statement<number | null> {
    return this.update(
      worldId,
      () => true,
      ({ epoch }) => ({ owner: processId, epoch: epoch + 1 }),
    );
  }
}

class WithoutFence extends SimulatedDatabase {
  override append(_processId: string, appends: readonly FencedAppend[]): Statement<ReadonlySet<string>> {
    return this.insert(appends, () => true, { isFenced: false, isForShare: false });
  }
}

class FenceWithoutLock extends SimulatedDatabase {
  override append(processId: string, appends: readonly FencedAppend[]): Statement<ReadonlySet<string>> {
    return this.insert(appends, ({ value }) => value.owner === processId, { isFenced: true, isForShare: false });
  }
}

class ReleaseWithoutFence extends SimulatedDatabase {
  override release(worldId: string, processId: string, _epoch: number): Statement<number | null> {
    return this.update(
      worldId,
      ({ owner }) => owner === processId,
      (row) => ({ ...row, owner: null }),
    );
  }
}

/** Believes the database's clock: a process that has ended by it is buried at once, however short its beat was seen unchanged. */
class BurialByTheDatabasesClock extends SimulatedDatabase {
  override processes(): Statement<readonly SeenProcess[]> {
    const ended = [...this.processRows.values()].filter(({ value }) => value !== null && value.leaseUntil < this.clock);
    for (const row of ended) {
      row.lock(false, () => {
        if (row.value !== null && row.value.leaseUntil < this.clock) row.value = null;
        row.unlock(false);
      });
    }
    return super.processes();
  }
}

/** The clock goes back by how long a renewal took when its answer comes, so that the lease counts from there. */
function countFromTheAnswer(link: DatabaseLink, clock: LeaseClock): [LeaseDatabase, LeaseClock] {
  let behindMs = 0;
  const renew: LeaseDatabase["renew"] = async (...given) => {
    const sentMs = clock.monotonicMs();
    const isThere = await link.renew(...given);
    behindMs += clock.monotonicMs() - sentMs;
    return isThere;
  };
  const behind: LeaseClock = {
    monotonicMs: () => clock.monotonicMs() - behindMs,
    wallMs: () => clock.wallMs() - behindMs,
    after: clock.after,
  };
  return [override(link, { renew }), behind];
}

function readBeforeRaising(link: DatabaseLink, clock: LeaseClock): [LeaseDatabase, LeaseClock] {
  const positions = new Map<string, number>();
  const raise: LeaseDatabase["raise"] = async (id, processId) => {
    positions.set(id, await link.send((to) => ({ perform: () => to.lastOf(id) })));
    return link.raise(id, processId);
  };
  const place: LeaseDatabase["place"] = async (...given) => {
    const end = positions.get(given[0]);
    return end === undefined ? link.place(...given) : { no: 0, end };
  };
  return [override(link, { raise, place }), clock];
}

function override(link: DatabaseLink, others: Partial<LeaseDatabase>): LeaseDatabase {
  return Object.assign(Object.create(link) as LeaseDatabase, others);
}

class PositionWithoutFence extends SimulatedDatabase {
  override place(worldId: string) {
    return { perform: () => ({ no: 0, end: this.lastOf(worldId) }) };
  }
}

/** Another process has time to take the world between the two: otherwise that hardly ever happens. */
function pauseAfterRaising(link: DatabaseLink, clock: LeaseClock): [LeaseDatabase, LeaseClock] {
  const raise: LeaseDatabase["raise"] = async (...given) => {
    const epoch = await link.raise(...given);
    await pause(clock, 8_000);
    return epoch;
  };
  return [override(link, { raise }), clock];
}

/** The world is given up in the database while its copy still answers. */
async function releaseFirst(link: DatabaseLink, worldId: string, processId: string): Promise<void> {
  await link
    .send((to) => {
      const epoch = to.worlds.get(worldId)?.value.epoch ?? 0;
      return to.release(worldId, processId, epoch);
    })
    .catch(() => undefined);
}

export const plantedBreaks: Readonly<Record<string, PlantedBreak>> = {
  "taking in one statement": { foundBy: 7, database: TakingInOneStatement },
  "no burial": { foundBy: 7, database: WithoutBurial },
  "no compare-and-swap": { foundBy: 4, database: TakingWithoutComparing },
  "no fence": { foundBy: 218, database: WithoutFence },
  "a fence without FOR SHARE": { foundBy: 218, database: FenceWithoutLock },
  "a renewal that counts from its answer": { foundBy: 59, process: countFromTheAnswer },
  "a position read before the epoch is raised": { foundBy: 102, process: readBeforeRaising },
  "a position that another process has reached": {
    foundBy: 1797,
    database: PositionWithoutFence,
    process: pauseAfterRaising,
  },
  "a release that is not fenced": { foundBy: 12, database: ReleaseWithoutFence },
  "the undurable shown": { foundBy: 21, showsUndurable: true },
  "trust in a database clock that steps": { foundBy: 14, database: BurialByTheDatabasesClock },
  "trust in a monotonic clock that stands still": {
    foundBy: 22,
    process: (link, clock) => [link, { ...clock, wallMs: () => clock.monotonicMs() }],
  },
  "a copy dropped after its release": { foundBy: 27, dropsAfterRelease: releaseFirst },
  "a passed-on request passed on again": { foundBy: 27, passesOnAgain: true },
};
