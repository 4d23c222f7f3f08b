import { randomBytes, randomUUID } from "node:crypto";
import type { ClockMode } from "../domain/event.ts";
import type { Instant } from "../domain/instant.ts";
import { restoreWorld } from "../domain/saved-world.ts";
import type { World } from "../domain/world.ts";
import {
  type Commit,
  Conflict,
  type Position,
  type Snapshot,
  type WorldEntry,
  type WorldId,
} from "../store/world-store.ts";
import { digestOf, newApiKey } from "./api-key.ts";
import { composeWorld } from "./fixture/compose-world.ts";
import type { InvalidFixture, LocatedFixture } from "./fixture/parse-fixture.ts";
import { type Chronicle, newChronicle } from "./history/chronicle.ts";
import { replay } from "./history/replay.ts";
import type { Replayed } from "./history/replayed.ts";
import { LiveWorld } from "./live-world.ts";
import type { Step } from "./machine.ts";
import type { SavedPlace } from "./save-file/saved-state.ts";
import { toSnapshot } from "./save-file/world-snapshot.ts";
import type { Surroundings } from "./surroundings.ts";
import { Unavailable } from "./unavailable.ts";

interface AnyOrder {
  readonly worldId?: WorldId | undefined;
  /** What it is listed by. */
  readonly fixtureName: string;
  readonly clock?: { readonly mode?: ClockMode | undefined; readonly rate?: number | undefined } | undefined;
  /** The API key of the company with this number, counted from 0. */
  readonly apiKey?: ((index: number) => string) | undefined;
}

/** How a world begins. What is not given is drawn or read from the machine: the seed, the start, the API keys. */
export interface WorldOrder extends AnyOrder {
  readonly fixture: LocatedFixture;
  readonly seed?: string | undefined;
  readonly startAt?: Instant | undefined;
}

/** A world that goes on from where another one was saved; its history begins there. The API keys are new. */
export interface SavedWorldOrder extends AnyOrder {
  readonly saved: SavedPlace;
}

/** A company with the key that is shown this once. */
export interface KeyHolder {
  readonly companyId: string;
  readonly apiKey: string;
}

/** A new world, with its companies in the order of the fixture. */
export interface CreatedWorld {
  readonly world: LiveWorld;
  readonly companies: readonly KeyHolder[];
}

interface Registered extends WorldEntry {
  readonly world: LiveWorld;
}

/** The worlds of a process: many, none aware of another. An API key alone finds world and company. */
export class Worlds {
  readonly #surroundings: Surroundings;
  readonly #worlds = new Map<WorldId, Registered>();
  readonly #byDigest = new Map<string, { world: LiveWorld; companyId: string }>();
  #stopping = false;

  private constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Brings back every world that the keeper has; what fell due while nobody kept time happens now. */
  static async open(surroundings: Surroundings): Promise<Worlds> {
    const worlds = new Worlds(surroundings);
    for (const entry of await surroundings.store.list()) {
      const tell = (damage: Error) => surroundings.onTrouble(entry.worldId, damage);
      worlds.#add(entry, await replay(surroundings.store, entry.worldId, undefined, tell));
    }
    return worlds;
  }

  /** Makes a world and keeps it: as a whole, or, when the fixture is impossible or the keeper fails, not at all. */
  async create(order: WorldOrder): Promise<CreatedWorld | InvalidFixture> {
    const { wire, wallClock, defaults } = this.#surroundings;
    const createdAt = wallClock();
    this.#assertOpen();
    const composed = await composeWorld(order.fixture, {
      seed: order.seed ?? randomBytes(8).toString("hex"),
      startAt: order.startAt ?? wholeSecond(createdAt),
      clock: { mode: order.clock?.mode ?? "running", rate: order.clock?.rate ?? 1 },
      wire,
      defaults,
    });
    if ("problems" in composed) return composed;
    const { world, position, steps } = composed;
    const companies = keyHolders(composed.companyIds, order);
    const clock = { ...world.clock, anchorAt: world.at, anchorWall: createdAt };
    const begun = { world, position, clock, chronicle: chronicleOf(world, companies), snapshotAt: 0 };
    const entry = entryOf(order, createdAt, position);
    return this.#begin(entry, begun, commitsOf(steps, companies, createdAt), companies);
  }

  /** Makes a world from what was saved of another one, and keeps it: as a whole or not at all. */
  async createFrom(order: SavedWorldOrder): Promise<CreatedWorld> {
    const createdAt = this.#surroundings.wallClock();
    this.#assertOpen();
    const { position, state } = order.saved;
    const world = restoreWorld(structuredClone(state.world));
    world.clock = { mode: order.clock?.mode ?? world.clock.mode, rate: order.clock?.rate ?? world.clock.rate };
    const companies = keyHolders([...world.companies.keys()], order);
    const clock = { ...world.clock, anchorAt: world.at, anchorWall: createdAt };
    const begun = { world, position, clock, chronicle: chronicleOf(world, companies), snapshotAt: position };
    return this.#begin(entryOf(order, createdAt, position), begun, toSnapshot(begun), companies);
  }

  async #begin(
    entry: WorldEntry,
    begun: Replayed,
    beginning: readonly Commit[] | Snapshot,
    companies: readonly KeyHolder[],
  ): Promise<CreatedWorld> {
    await this.#keep(entry, beginning);
    const world = this.#add(entry, begun);
    // What was asked for before the end, and is made only now, ends with the rest.
    if (this.#stopping) await world.close();
    return { world, companies };
  }

  /** Keeps a new world. A `Conflict`, the id being taken, is passed on. */
  async #keep(entry: WorldEntry, beginning: readonly Commit[] | Snapshot): Promise<void> {
    try {
      await this.#surroundings.store.create(entry, beginning);
    } catch (cause) {
      if (cause instanceof Conflict) throw cause;
      throw new Unavailable("the sandbox could not write to its store; no world was made", { cause });
    }
  }

  #add(entry: WorldEntry, replayed: Replayed): LiveWorld {
    const world = new LiveWorld(entry, replayed, this.#surroundings);
    this.#worlds.set(entry.worldId, { ...entry, world });
    for (const [digest, companyId] of replayed.chronicle.companyIds) this.#byDigest.set(digest, { world, companyId });
    return world;
  }

  #assertOpen(): void {
    if (this.#stopping) throw new Unavailable("the sandbox is shutting down");
  }

  /** Lets an API key speak for a company. */
  register(world: LiveWorld, { companyId, apiKey }: KeyHolder): void {
    this.#byDigest.set(digestOf(apiKey), { world, companyId });
  }

  /** The world and the company that an API key's digest belongs to. */
  find(digest: string): { readonly world: LiveWorld; readonly companyId: string } | null {
    return this.#byDigest.get(digest) ?? null;
  }

  get(worldId: WorldId): LiveWorld | null {
    return this.#worlds.get(worldId)?.world ?? null;
  }

  list(): readonly Registered[] {
    return [...this.#worlds.values()];
  }

  /** Ends a world and forgets it; false when there is none of that id. */
  async delete(worldId: WorldId): Promise<boolean> {
    const found = this.#worlds.get(worldId);
    if (found === undefined) return false;
    await found.world.close("this world was deleted", "abandoned");
    try {
      await this.#surroundings.store.delete(worldId);
    } catch (cause) {
      // It stays listed, ended as it is, so that it can be deleted again.
      throw new Unavailable("the sandbox could not delete the world from its store; try again", { cause });
    }
    this.#worlds.delete(worldId);
    for (const [digest, { world }] of this.#byDigest) if (world === found.world) this.#byDigest.delete(digest);
    return true;
  }

  /** Ends all worlds: each refuses what comes later; what was acknowledged is durable when it resolves. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.list().map(({ world }) => world.close()));
  }

  /** Ends all worlds and their keeper. */
  async close(): Promise<void> {
    await this.stop();
    await this.#surroundings.store.close();
  }
}

function entryOf(
  { worldId = randomUUID(), fixtureName }: AnyOrder,
  createdAt: number,
  beginning: Position,
): WorldEntry {
  return { worldId, fixture: fixtureName, createdAt, beginning };
}

function keyHolders(companyIds: readonly string[], { apiKey = newApiKey }: AnyOrder): KeyHolder[] {
  return companyIds.map((companyId, index) => ({ companyId, apiKey: apiKey(index) }));
}

function chronicleOf({ epoch }: World, companies: readonly KeyHolder[]): Chronicle {
  const chronicle = newChronicle(epoch);
  for (const { apiKey, companyId } of companies) chronicle.companyIds.set(digestOf(apiKey), companyId);
  return chronicle;
}

function wholeSecond(wall: number): Instant {
  return Math.floor(wall / 1000) * 1000;
}

/** The steps as they are kept: the digest of a company's key stands beside the commit that added the company. */
function commitsOf(steps: readonly Step[], companies: readonly KeyHolder[], wall: number): Commit[] {
  const digests = new Map(companies.map(({ companyId, apiKey }) => [companyId, digestOf(apiKey)]));
  return steps.map(({ first, at, events }) => {
    const added = events.find(({ type }) => type === "CompanyAdded");
    const keyDigest = added?.type === "CompanyAdded" ? digests.get(added.companyId) : undefined;
    return { first, at, events, wall: { at: wall, keyDigest } };
  });
}
