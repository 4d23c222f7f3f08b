import { Permits } from "../../../slices/permits.ts";
import type { Peer } from "../../sharing.ts";
import type { Lease } from "./lease.ts";
import { type LeaseClock, repeatedly } from "./lease-clock.ts";
import type { LeaseDatabase, SeenProcess } from "./lease-database.ts";

const READ_EVERY_MS = 500;
/** A process whose beat has not changed for as long, by the own clock, is not valid any more, whatever the database's clock says. */
const UNCHANGED_MS = 5_000;

interface Neighbour extends SeenProcess {
  /** Since when, by the own monotonic clock, its beat is as it is. */
  readonly unchangedSinceMs: number;
}

/**
 * The processes that share the database, as this one last read them. It buries the dead: after that, their worlds are free.
 * Dead is whose lease has ended and who was watched for as long as a lease, by a process that was well all that time.
 */
export class Neighbours {
  readonly #database: LeaseDatabase;
  readonly #clock: LeaseClock;
  readonly #lease: Lease;
  #seen: ReadonlyMap<string, Neighbour> = new Map();
  /** What was read earlier never replaces what was read later. */
  readonly #turns = new Permits(1);
  #stop = () => {};

  constructor(database: LeaseDatabase, clock: LeaseClock, lease: Lease) {
    this.#database = database;
    this.#clock = clock;
    this.#lease = lease;
  }

  /** Returns a process as it was last read; undefined if it was not there. */
  seen(processId: string): SeenProcess | undefined {
    return this.#seen.get(processId);
  }

  /** Returns the living processes other than this one that have told where they are reached. */
  peers(): readonly Peer[] {
    const { token: own } = this.#lease;
    return [...this.#seen.values()].filter(
      ({ hasEnded, token, address }) => !hasEnded && token !== own && address !== "",
    );
  }

  /** Reads the processes, in a statement that begins after this call. Rejects with `Lost` or `Rejected`. */
  read(): Promise<void> {
    return this.#turns.always(() => this.#read());
  }

  /** From now on reads the processes twice a second and buries those that died. */
  begin(): void {
    const bury = () => this.read().then(() => this.#buryDead());
    this.#stop = repeatedly(this.#clock, () => this.#pauseMs(), bury);
  }

  end(): void {
    this.#stop();
  }

  /** Wakes at the very moment when a process can be buried, because requests wait for that. */
  #pauseMs(): number {
    const now = this.#clock.monotonicMs();
    const due = [...this.#seen.values()].map(({ unchangedSinceMs }) => unchangedSinceMs + UNCHANGED_MS - now);
    return Math.min(READ_EVERY_MS, ...due.filter((ms) => ms > 0));
  }

  async #read(): Promise<void> {
    const processes = await this.#database.processes();
    // A beat may have been new when the answer was sent, so it is unchanged since the answer came and not earlier.
    const now = this.#clock.monotonicMs();
    const before = this.#seen;
    this.#seen = new Map(
      processes.map((process) => {
        const earlier = before.get(process.processId);
        const unchangedSinceMs = earlier?.beat === process.beat ? earlier.unchangedSinceMs : now;
        return [process.processId, { ...process, unchangedSinceMs }];
      }),
    );
  }

  async #buryDead(): Promise<void> {
    const dead = [...this.#seen.values()].filter(
      ({ processId, hasEnded, unchangedSinceMs }) =>
        hasEnded &&
        processId !== this.#lease.processId &&
        this.#clock.monotonicMs() - unchangedSinceMs >= UNCHANGED_MS &&
        this.#lease.isSteadyFor(UNCHANGED_MS),
    );
    if (dead.length === 0) return;
    await Promise.all(dead.map(({ processId, beat }) => this.#database.bury(processId, beat)));
    await this.read();
  }
}
