import type { Peer } from "../../../sharing.ts";
import { Conflict, OutcomeUnknown, OwnedElsewhere, WriteFailed } from "../../../world-store.ts";
import { Lost, overlook, Rejected } from "../../failure.ts";
import type { LeaseClock } from "../lease-clock.ts";
import type { OwnedWorld } from "../owned-world.ts";
import { Ownership } from "../ownership.ts";
import { DatabaseLink } from "./database-link.ts";
import type { Answer, Network, Request } from "./network.ts";
import type { PlantedBreak } from "./planted-breaks.ts";
import type { SimulatedDatabase } from "./simulated-database.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** A world in the memory of a process. */
interface Copy {
  readonly owned: OwnedWorld;
  readonly history: string[];
  /** Resolves when all of it is durable. */
  durable: Promise<void>;
}

const MAX_PASSING_MS = 6_000;

/** A process with the tested ownership, and the little of engine and server that depends on it. */
export class SimulatedProcess {
  readonly peer: Peer;
  readonly link: DatabaseLink;
  isPaused = false;
  isEnding = false;
  isDead = false;
  /** How far the clocks are from virtual time. The monotonic one stands still while a machine is suspended. */
  monotonicOffsetMs = 0;
  wallOffsetMs = 0;
  readonly #time: VirtualTime;
  readonly #network: Network;
  readonly #broken: PlantedBreak;
  readonly #rate: number;
  #ownership: Ownership | undefined;
  readonly #copies = new Map<string, Copy>();
  readonly #loading = new Map<string, Promise<Copy>>();
  #backlog: (() => void)[] = [];

  constructor(time: VirtualTime, database: SimulatedDatabase, network: Network, broken: PlantedBreak, peer: Peer) {
    this.#time = time;
    this.#network = network;
    this.#broken = broken;
    this.peer = peer;
    this.#rate = time.between(0.99, 1.01);
    this.monotonicOffsetMs = time.between(0, 1e6);
    this.link = new DatabaseLink(time, database, (run) => this.deliver(0, run));
  }

  get isReady(): boolean {
    return this.#ownership !== undefined && !this.isDead;
  }

  start(): void {
    const clock: LeaseClock = {
      monotonicMs: () => this.#time.now * this.#rate + this.monotonicOffsetMs,
      wallMs: () => this.#time.now + this.wallOffsetMs,
      after: (ms, callBack) => {
        let isCancelled = false;
        this.deliver(ms / this.#rate, () => isCancelled || callBack());
        return () => {
          isCancelled = true;
        };
      },
    };
    const [database, brokenClock] = this.#broken.process?.(this.link, clock) ?? [this.link, clock];
    const self = { processId: this.peer.token, ...this.peer };
    const ownership = new Ownership(database, brokenClock, self, (worldId) => this.#drop(worldId));
    ownership.begin().then(
      () => {
        this.#ownership = ownership;
      },
      // The database is away: as a process that cannot start, it is started again.
      () => this.deliver(1_000, () => this.start()),
    );
  }

  /** Runs code in this process after a time, or when it goes on. */
  deliver(ms: number, run: () => void): void {
    this.#time.later(ms, () => {
      if (this.isDead) return false;
      if (this.isPaused) this.#backlog.push(run);
      else run();
      return !this.isPaused;
    });
  }

  pause(ms: number, isSuspended: boolean): void {
    this.isPaused = true;
    const began = this.#time.now;
    this.#time.later(ms, () => {
      this.isPaused = false;
      if (isSuspended) this.monotonicOffsetMs -= (this.#time.now - began) * this.#rate;
      // What has come since, and timers that are due, run in any order.
      const backlog = this.#backlog;
      this.#backlog = [];
      for (const run of backlog) this.deliver(this.#time.between(0, 3), run);
    });
  }

  /** The worlds in its memory. */
  get worldIds(): readonly string[] {
    return [...this.#copies.keys()];
  }

  has(worldId: string): boolean {
    return this.#copies.has(worldId);
  }

  /** Returns whether this process would answer a read of a world now without asking the database. */
  answersFromMemory(worldId: string): boolean {
    if (this.isPaused || !this.isReady || !this.#copies.has(worldId)) return false;
    try {
      this.#ownership?.assertCurrent(worldId);
      return true;
    } catch {
      return false;
    }
  }

  /** Drops the copy of a world that is idle, and gives the world up. */
  async rest(worldId: string): Promise<void> {
    const copy = this.#copies.get(worldId);
    if (copy === undefined || this.#ownership === undefined) return;
    await copy.durable.catch(() => undefined);
    if (this.#copies.get(worldId) !== copy) return;
    if (this.#broken.dropsAfterRelease)
      await this.#broken.dropsAfterRelease(this.link, worldId, this.#ownership.processId);
    this.#copies.delete(worldId);
    await this.#ownership.release(worldId).catch(overlook);
  }

  /** Ends as a process does that is asked to. */
  async end(): Promise<void> {
    this.isEnding = true;
    this.#ownership?.beginToEnd();
    await Promise.all([...this.#copies.keys()].map((worldId) => this.rest(worldId)));
    this.#copies.clear();
    await this.#ownership?.end();
    this.isDead = true;
  }

  /** Answers a request that came over so many processes. */
  async serve(request: Request, hops: number): Promise<Answer> {
    const until = this.#time.now + MAX_PASSING_MS;
    for (;;) {
      const answer = await this.#serveOnce(request, hops);
      if (answer.kind !== "not mine" || hops > 0 || this.#time.now > until) {
        return answer.kind === "not mine" && hops === 0 ? { kind: "nothing was kept" } : answer;
      }
      await new Promise<void>((resolve) => this.deliver(300, resolve));
    }
  }

  async #serveOnce(request: Request, hops: number): Promise<Answer> {
    try {
      return await this.#do(request);
    } catch (error) {
      if (error instanceof OwnedElsewhere) {
        if (hops > 0 && !this.#broken.passesOnAgain) return { kind: "not mine" };
        return this.#network.passOn(this, error.peer, request, hops + 1);
      }
      if (error instanceof OutcomeUnknown && request.adds !== null) return { kind: "may have been done" };
      if (error instanceof WriteFailed || error instanceof Conflict) return { kind: "nothing was kept" };
      throw error;
    }
  }

  /** Tells whether another process is there, as far as this one knows. */
  knows({ token }: Peer): boolean {
    return this.#ownership?.peers().some((peer) => peer.token === token) ?? false;
  }

  async #do({ worldId, adds }: Request): Promise<Answer> {
    const copy = this.#copies.get(worldId) ?? (await this.#load(worldId));
    if (this.#copies.get(worldId) !== copy) throw new WriteFailed("the world was lost when it was just loaded");
    this.#ownership?.assertCurrent(worldId);
    if (adds !== null) this.#add(worldId, copy, adds);
    const shown = [...copy.history];
    if (adds !== null || !this.#broken.showsUndurable) await copy.durable;
    return { kind: "done", shown };
  }

  #add(worldId: string, copy: Copy, body: string): void {
    const position = copy.history.push(body);
    const entries = [{ first: position, last: position, body }];
    copy.durable = copy.durable.then(() => this.#ownership?.append(copy.owned, { worldId, entries, keys: [] }));
    copy.durable.catch(() => {
      if (this.#copies.get(worldId) === copy) this.#copies.delete(worldId);
    });
  }

  #load(worldId: string): Promise<Copy> {
    const underWay = this.#loading.get(worldId);
    if (underWay !== undefined) return underWay;
    const isWanted = () => this.#loading.get(worldId) === loading;
    const loading = this.#read(worldId, isWanted).finally(() => isWanted() && this.#loading.delete(worldId));
    this.#loading.set(worldId, loading);
    return loading;
  }

  async #read(worldId: string, isWanted: () => boolean): Promise<Copy> {
    try {
      if (this.#ownership === undefined) throw new WriteFailed("this process has not started");
      const owned = await this.#ownership.acquire(worldId);
      const history = await this.link.send((to) => to.history(worldId));
      // A world that was lost may have changed since it was read.
      if (!isWanted()) throw new WriteFailed("the world was lost while it was loaded");
      const copy: Copy = { owned, history: [...history], durable: Promise.resolve() };
      this.#copies.set(worldId, copy);
      return copy;
    } catch (error) {
      if (error instanceof Lost || error instanceof Rejected) throw new WriteFailed("the world could not be read");
      throw error;
    }
  }

  #drop(worldId: string): void {
    this.#copies.delete(worldId);
    this.#loading.delete(worldId);
  }
}
