import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Instant } from "../../domain/instant.ts";
import { MemoryStore } from "../../store/memory-store.ts";
import { gather } from "../../store/testing/sample-history.ts";
import {
  type Beginning,
  type Commit,
  Conflict,
  type Directory,
  type End,
  type Glance,
  keyIn,
  type ListedWorld,
  lastPosition,
  type NewWorld,
  type Position,
  type Rest,
  TooFarBehind,
  type TurnChanges,
  type Turns,
  type TurnWork,
  type WorldEntry,
  type WorldId,
  WriteFailed,
} from "../../store/world-store.ts";
import { WrappedStore } from "./wrapped-store.ts";

/** What goes wrong with a turn: it does not begin; after its work it is not kept; or it is, and nobody is told. */
export type TurnFault = "away" | "lost" | "kept-untold";

/** How long a claim lasts. Here nobody extends it: the hand clock stands still unless the test moves it. */
const CLAIM_MS = 10_000;

interface Claim {
  readonly by: SharedMemory;
  readonly until: number;
}

/**
 * A memory that several `Worlds` share, as processes share a database: each of them with a `SharedMemory` of its own over
 * the same store. Turns are granted in the order of asking, and take a moment.
 */
export class SharedMemory extends WrappedStore {
  readonly turns: Turns = {
    take: (id, work) => this.#inTurn(id, () => this.#take(id, work)),
    end: (id) => this.#end(id),
    now: () => this.#clock(),
    glance: (id, known) => this.#glance(id, known, this.maxGlance ?? this.maxTail),
    isClaimed: async (id, deliveryId) => this.#claimsOf(id).get(deliveryId)?.by === this,
  };
  readonly directory: Directory = {
    list: () => this.#listed(),
    takeDue: async (limit) => {
      const due = (await this.#listed()).filter(({ wakesAt }) => wakesAt !== null && wakesAt <= this.#clock());
      const taken = due.slice(0, limit).map(({ entry }) => entry);
      for (const { worldId } of taken) this.#rests.set(worldId, { ...this.#restOf(worldId), wakesAt: null });
      return taken;
    },
    find: (digest) => this.#find(digest),
    entry: async (id) => (await this.inner.list()).find(({ worldId }) => worldId === id) ?? null,
  };
  /** What goes wrong with the next turn that appends something. */
  fault: TurnFault | undefined;
  /** How many turns this one has taken. */
  taken = 0;
  /** A longer tail is too much for a turn. */
  maxTail = 256;
  /** A longer tail is too much for a glance; by default for a turn, too. */
  maxGlance: number | undefined;
  readonly #clock: () => number;
  readonly #lines: Map<WorldId, Promise<unknown>>;
  readonly #rests: Map<WorldId, Rest>;
  readonly #claims: Map<WorldId, Map<string, Claim>>;
  readonly #pauses: Map<WorldId, Claim & { readonly at: Instant | null }>;

  /** `of` is another view of the same memory. */
  constructor(clock: () => number, of?: SharedMemory) {
    super(of?.inner ?? new MemoryStore());
    this.#clock = clock;
    this.#lines = of === undefined ? new Map() : of.#lines;
    this.#rests = of === undefined ? new Map() : of.#rests;
    this.#pauses = of === undefined ? new Map() : of.#pauses;
    this.#claims = of === undefined ? new Map() : of.#claims;
  }

  override async create(entry: WorldEntry, beginning: Beginning, made?: NewWorld): Promise<void> {
    await super.create(entry, beginning, made);
    if (made !== undefined) this.#rests.set(entry.worldId, made.rest);
  }

  async #listed(): Promise<readonly ListedWorld[]> {
    const listed = (await this.inner.list()).map(async (entry) => {
      return { entry, ...this.#restOf(entry.worldId), ...(await this.#end(entry.worldId)) };
    });
    return Promise.all(listed);
  }

  #restOf(id: WorldId): Rest {
    const rest = this.#rests.get(id);
    if (rest === undefined) throw new Error(`nobody has told how ${id} rests`);
    return rest;
  }

  async #find(digest: string): ReturnType<Directory["find"]> {
    for (const entry of await this.inner.list()) {
      const commits = await gather(this.inner.read(entry.worldId, 0));
      const key = commits.map(keyIn).find((one) => one?.digest === digest);
      if (key != null) return { entry, companyId: key.companyId };
    }
    return null;
  }

  #inTurn<T>(id: WorldId, work: () => Promise<T>): Promise<T> {
    const last = this.#lines.get(id) ?? Promise.resolve();
    const done = last.then(work);
    this.#lines.set(
      id,
      done.catch(() => undefined),
    );
    return done;
  }

  async #take(id: WorldId, { begin, work, rest, claims }: TurnWork): Promise<End> {
    if (this.fault === "away") throw new WriteFailed("the store cannot be reached");
    const known = begin();
    // As over a network, others get ahead meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    const { end, ...seen } = await this.#glance(id, known, this.maxTail);
    const others = [...this.#claimsOf(id)].filter(([, { by, until }]) => by !== this && until > this.#clock());
    const claimed = others.map(([deliveryId, { until }]) => ({ deliveryId, until }));
    const commits = work({ ...seen, claimed });
    const changes = claims?.() ?? null;
    this.taken += 1;
    const changed = commits.length > 0 ? rest?.() : null;
    if (changed != null) this.#rests.set(id, changed);
    const fault = commits.length > 0 ? this.fault : undefined;
    if (commits.length > 0) this.fault = undefined;
    if (fault !== "lost") {
      await this.inner.append(id, end.position, commits);
      if (changes !== null) await this.#change(id, changes);
    }
    if (fault !== undefined) throw new WriteFailed(fault);
    return this.#end(id);
  }

  async #glance(id: WorldId, known: End, maxTail: number): Promise<Glance> {
    if (this.fault === "away") throw new WriteFailed("the store cannot be reached");
    const end = await this.#end(id);
    if (!isDeepStrictEqual(known, await this.#end(id, known.position))) {
      throw new Conflict(`the history of ${id} is not the one that was known at ${known.position}`);
    }
    const tail = await gather(this.inner.read(id, known.position, end.position));
    if (tail.length > maxTail) throw new TooFarBehind(`much was appended to ${id}`);
    const pause = this.#pauses.get(id);
    const isPaused = pause !== undefined && pause.until > this.#clock();
    return { end, tail, now: this.#clock(), pause: isPaused ? { ...pause, isMine: pause.by === this } : null };
  }

  #claimsOf(id: WorldId): Map<string, Claim> {
    const claims = this.#claims.get(id) ?? new Map<string, Claim>();
    this.#claims.set(id, claims);
    return claims;
  }

  async #change(id: WorldId, { begun, ended, takesAll, pause, forget }: TurnChanges): Promise<void> {
    if (forget !== undefined) await this.inner.forget(id, forget.upTo, forget.keep);
    if (pause === null && this.#pauses.get(id)?.by === this) this.#pauses.delete(id);
    if (pause != null)
      this.#pauses.set(id, { by: this, at: pause === "announced" ? null : pause, until: this.#clock() + CLAIM_MS });
    const claims = this.#claimsOf(id);
    if (takesAll) claims.clear();
    for (const deliveryId of ended) if (claims.get(deliveryId)?.by === this) claims.delete(deliveryId);
    for (const deliveryId of begun) claims.set(deliveryId, { by: this, until: this.#clock() + CLAIM_MS });
  }

  async #end(id: WorldId, upTo?: Position): Promise<End> {
    const last = (await gather(this.inner.read(id, 0, upTo))).at(-1);
    if (last === undefined) return { position: await this.inner.horizon(id), mark: "" };
    return { position: lastPosition(last), mark: this.#markOf(last) };
  }

  /** Every commit is another one, even at the place of one that is gone. */
  #markOf(commit: Commit): string {
    const mark = marks.get(commit) ?? randomUUID();
    marks.set(commit, mark);
    return mark;
  }
}

const marks = new WeakMap<Commit, string>();
