import { codes, Rejected } from "../../failure.ts";
import type { FencedAppend } from "../append-statement.ts";
import type { Place, Process, SeenProcess, SeenWorld } from "../lease-database.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** A row with its lock: `value` is what was committed last. */
export class Row<V> {
  value: V;
  #shares = 0;
  #isExclusive = false;
  #waiting: { readonly isForShare: boolean; go(): void }[] = [];

  constructor(value: V) {
    this.value = value;
  }

  lock(isForShare: boolean, go: () => void): void {
    this.#waiting.push({ isForShare, go });
    this.#grant();
  }

  unlock(isForShare: boolean): void {
    if (isForShare) this.#shares -= 1;
    else this.#isExclusive = false;
    this.#grant();
  }

  /** What a restart of the database leaves. */
  forgetLocks(): void {
    this.#shares = 0;
    this.#isExclusive = false;
    this.#waiting = [];
  }

  #grant(): void {
    const [first] = this.#waiting;
    if (first === undefined || this.#isExclusive || (!first.isForShare && this.#shares > 0)) return;
    this.#waiting.shift();
    if (first.isForShare) this.#shares += 1;
    else this.#isExclusive = true;
    first.go();
    this.#grant();
  }
}

interface ProcessRow extends Process {
  readonly beat: number;
  readonly leaseUntil: number;
}

interface WorldRow {
  readonly owner: string | null;
  readonly epoch: number;
}

type AnyRow = Row<ProcessRow | null> | Row<WorldRow>;

/** A statement in READ COMMITTED, at its beginning: it chooses rows by its snapshot, waits for their locks, and looks again at what they are then. */
export interface Statement<T> {
  /** The rows to lock, in this order. */
  readonly rows?: readonly AnyRow[];
  readonly isForShare?: boolean;
  /** Is called when the rows are locked; without rows, when the statement begins. */
  perform(): T;
  /** Is called when it commits. */
  write?(value: T): void;
}

/** How long a statement is on its way, at work before its COMMIT is done, and on its way back. */
export interface Delays {
  readonly there: number;
  readonly within: number;
  readonly back: number;
}

/** The tables of processes, worlds and entries, as PostgreSQL keeps them. */
export class SimulatedDatabase {
  readonly time: VirtualTime;
  readonly worlds = new Map<string, Row<WorldRow>>();
  /** The entries of a world by position. */
  readonly entries = new Map<string, Map<number, string>>();
  protected readonly processRows = new Map<string, Row<ProcessRow | null>>();
  clockOffsetMs = 0;
  isDown = false;
  /** Statements that have been sent and have not arrived, and those that have arrived and not ended. */
  onTheRoad = 0;
  atWork = 0;
  #incarnation = 0;

  constructor(time: VirtualTime, worldIds: readonly string[]) {
    this.time = time;
    for (const id of worldIds) {
      this.worlds.set(id, new Row<WorldRow>({ owner: null, epoch: 0 }));
      this.entries.set(id, new Map());
    }
  }

  get clock(): number {
    return this.time.now + this.clockOffsetMs;
  }

  /** Runs a statement. `answer` is not called if the database goes down before. */
  run<T>(
    begin: () => Statement<T>,
    { within, back }: Omit<Delays, "there">,
    answer: (result: T | Rejected) => void,
  ): void {
    if (this.isDown) return;
    const incarnation = this.#incarnation;
    const statement = begin();
    const rows = statement.rows ?? [];
    const isForShare = statement.isForShare ?? false;
    this.atWork += 1;
    const end = (result: T | Rejected) => {
      this.atWork -= 1;
      for (const row of rows) row.unlock(isForShare);
      this.time.later(back, () => answer(result));
    };
    const commit = (value: T) => {
      if (incarnation !== this.#incarnation) return;
      const done = orRejected(() => statement.write?.(value));
      end(done instanceof Rejected ? done : value);
    };
    const lockFrom = (index: number) => {
      const row = rows[index];
      if (row !== undefined) return row.lock(isForShare, () => lockFrom(index + 1));
      const value = orRejected(() => statement.perform());
      if (value instanceof Rejected) end(value);
      else if (statement.write === undefined) end(value);
      else this.time.later(within, () => commit(value));
    };
    lockFrom(0);
  }

  /** Goes down: what was not committed is gone. */
  crash(downMs: number): void {
    this.#incarnation += 1;
    this.isDown = true;
    this.atWork = 0;
    for (const row of [...this.processRows.values(), ...this.worlds.values()]) row.forgetLocks();
    this.time.later(downMs, () => {
      this.isDown = false;
    });
  }

  register(self: Process, leaseMs: number): Statement<number> {
    return {
      perform: () => this.clock + leaseMs,
      write: (leaseUntil) => {
        this.processRows.set(self.processId, new Row<ProcessRow | null>({ ...self, beat: 0, leaseUntil }));
      },
    };
  }

  renew({ processId }: Process, leaseMs: number): Statement<boolean> {
    const row = this.processRows.get(processId);
    let leaseUntil = 0;
    return {
      rows: row?.value ? [row] : [],
      perform: () => {
        leaseUntil = this.clock + leaseMs;
        return row?.value !== undefined && row.value !== null;
      },
      write: () => {
        if (row?.value) row.value = { ...row.value, beat: row.value.beat + 1, leaseUntil };
      },
    };
  }

  processes(): Statement<readonly SeenProcess[]> {
    return {
      perform: () => this.livingRows().map(({ leaseUntil, ...row }) => ({ ...row, hasEnded: leaseUntil < this.clock })),
    };
  }

  protected livingRows(): ProcessRow[] {
    return [...this.processRows.values()].flatMap(({ value }) => (value === null ? [] : [value]));
  }

  bury(processId: string, beat: number): Statement<boolean> {
    const row = this.processRows.get(processId);
    const canBury = () => row?.value?.beat === beat && row.value.leaseUntil < this.clock;
    return {
      rows: row !== undefined && canBury() ? [row] : [],
      perform: canBury,
      write: (isDone) => {
        if (row !== undefined && isDone) row.value = null;
      },
    };
  }

  unregister(processId: string): Statement<void> {
    const row = this.processRows.get(processId);
    return {
      rows: row === undefined ? [] : [row],
      perform: () => undefined,
      write: () => {
        if (row !== undefined) row.value = null;
      },
    };
  }

  look(worldId: string): Statement<SeenWorld | null> {
    return { perform: () => this.worlds.get(worldId)?.value ?? null };
  }

  take(worldId: string, processId: string, seen: SeenWorld): Statement<number | null> {
    return this.update(
      worldId,
      ({ owner, epoch }) => owner === seen.owner && epoch === seen.epoch,
      ({ epoch }) => ({ owner: processId, epoch: epoch + 1 }),
    );
  }

  release(worldId: string, processId: string, epoch: number): Statement<number | null> {
    return this.update(
      worldId,
      (row) => row.owner === processId && row.epoch === epoch,
      (row) => ({ ...row, owner: null }),
    );
  }

  /** Updates a row that is as it must be. Returns its new epoch, or null. */
  protected update(
    worldId: string,
    fits: (row: WorldRow) => boolean,
    next: (row: WorldRow) => WorldRow,
  ): Statement<number | null> {
    const row = this.world(worldId);
    return {
      rows: fits(row.value) ? [row] : [],
      perform: () => (fits(row.value) ? next(row.value).epoch : null),
      write: (epoch) => {
        if (epoch !== null) row.value = next(row.value);
      },
    };
  }

  append(processId: string, appends: readonly FencedAppend[]): Statement<ReadonlySet<string>> {
    return this.insert(appends, (row) => row.value.owner === processId, { isFenced: true, isForShare: true });
  }

  /** Inserts where a row of the world fits: it is locked and looked at again, or not. */
  protected insert(
    appends: readonly FencedAppend[],
    fits: (row: Row<WorldRow>) => boolean,
    { isFenced, isForShare }: { readonly isFenced: boolean; readonly isForShare: boolean },
  ): Statement<ReadonlySet<string>> {
    const seen = appends.filter(({ worldId }) => !isFenced || fits(this.world(worldId)));
    const chosen = () =>
      seen.filter(({ worldId, epoch }) => {
        const row = this.world(worldId);
        return !isFenced || (fits(row) && row.value.epoch === epoch);
      });
    const insert = (ids: ReadonlySet<string>, isDone: boolean) => {
      for (const { worldId, entries } of appends.filter((append) => ids.has(append.worldId))) {
        const kept = this.entries.get(worldId);
        for (const { first, body } of entries) {
          if (kept?.has(first)) throw new Rejected(codes.uniqueViolation, new Error("duplicate key"));
          if (isDone) kept?.set(first, body);
        }
      }
      return ids;
    };
    const ids = seen.map(({ worldId }) => worldId).sort();
    return {
      isForShare: true,
      rows: isForShare ? ids.map((id) => this.world(id)) : [],
      perform: () => insert(new Set(chosen().map(({ worldId }) => worldId)), false),
      write: (done) => {
        insert(done, false);
        insert(done, true);
      },
    };
  }

  raise(worldId: string, processId: string): Statement<number | null> {
    return this.update(
      worldId,
      ({ owner }) => owner === processId,
      (row) => ({ ...row, epoch: row.epoch + 1 }),
    );
  }

  place(worldId: string, processId: string, epoch: number): Statement<Place | null> {
    return {
      perform: () => {
        const { owner, epoch: present } = this.world(worldId).value;
        return owner === processId && present === epoch ? { no: 0, end: this.lastOf(worldId) } : null;
      },
    };
  }

  /** The last position of a world, whichever process owns it. */
  lastOf(worldId: string): number {
    return Math.max(0, ...(this.entries.get(worldId)?.keys() ?? []));
  }

  history(worldId: string): Statement<readonly string[]> {
    return { perform: () => this.kept(worldId) };
  }

  /** The entries of a world in order. */
  kept(worldId: string): readonly string[] {
    return [...(this.entries.get(worldId) ?? [])].sort(([a], [b]) => a - b).map(([, body]) => body);
  }

  protected world(worldId: string): Row<WorldRow> {
    const row = this.worlds.get(worldId);
    if (row === undefined) throw new Error(`there is no world ${worldId}`);
    return row;
  }
}

function orRejected<T>(work: () => T): T | Rejected {
  try {
    return work();
  } catch (error) {
    if (error instanceof Rejected) return error;
    throw error;
  }
}
