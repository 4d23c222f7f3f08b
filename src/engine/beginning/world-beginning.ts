import { randomBytes, randomUUID } from "node:crypto";
import type { ClockMode } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import { restoreInSteps } from "../../domain/saved-world.ts";
import { stepByStep } from "../../slices/step-by-step.ts";
import { PackedHistory } from "../../store/packed-history.ts";
import type { WorldOrigin } from "../../store/world-origin.ts";
import type { Beginning, Commit, Wall, WorldEntry, WorldId } from "../../store/world-store.ts";
import { digestOf, newApiKey } from "../api-key.ts";
import { newChronicle, type Replayed } from "../history/chronicle.ts";
import { type SavedPlace, toSnapshot } from "../history/world-snapshot.ts";
import type { WorldDependencies } from "../world/dependencies.ts";
import type { CommandEvents } from "../world/machine.ts";
import { composeWorld, type WorldDefaults } from "./fixture/compose-world.ts";
import type { InvalidFixture, LocatedFixture } from "./fixture/parse-fixture.ts";

interface AnyOrder {
  readonly worldId?: WorldId | undefined;
  /** What lists show it as. */
  readonly name?: string | undefined;
  readonly clock?: { readonly mode?: ClockMode | undefined; readonly rate?: number | undefined } | undefined;
  /** Returns the API key of a company by its index in the fixture, from 0. */
  readonly apiKey?: ((index: number) => string) | undefined;
  /** The origin of a world that is made at startup, without what is drawn or read from the machine. */
  readonly origin?: Omit<WorldOrigin, "seed" | "clock" | "startAt"> | undefined;
}

/** How a world begins. Whatever is missing is drawn or read from the machine: seed, start time, API keys. */
export interface WorldOrder extends AnyOrder {
  /** The name that lists of worlds show. */
  readonly fixtureName: string;
  readonly fixture: LocatedFixture;
  readonly seed?: string | undefined;
  readonly startAt?: Instant | undefined;
}

/**
 * A world that continues from a saved one; its history begins there. Its API keys are new. It takes over the saved
 * data, which the caller may not use afterwards.
 */
export interface SavedWorldOrder extends AnyOrder {
  readonly saved: SavedPlace;
}

export interface BeginningDependencies extends Pick<WorldDependencies, "wire" | "wallClock" | "store"> {
  /** What worlds begin with if their fixture does not say. */
  readonly defaults?: WorldDefaults | undefined;
  /** Is called between the slices of the work. What it throws ends the work, and no world is made. */
  readonly betweenSlices?: (() => void) | undefined;
}

/** A company and its API key, which is shown only once. */
export interface KeyHolder {
  readonly companyId: string;
  readonly apiKey: string;
}

/** A world before it starts to work, and what the store must save of it. */
export interface WorldBeginning {
  readonly entry: WorldEntry;
  readonly begun: Replayed;
  readonly kept: Beginning;
  readonly companies: readonly KeyHolder[];
}

export async function beginWithFixture(
  order: WorldOrder,
  { wire, wallClock, store, defaults, betweenSlices }: BeginningDependencies,
): Promise<WorldBeginning | InvalidFixture> {
  const createdAt = wallClock();
  // A store in memory takes a packed history over. Other stores would have to unpack it.
  const kept = store.appendNow === undefined ? [] : new PackedHistory();
  const first = new FirstCommits(kept, createdAt, order.apiKey ?? newApiKey);
  const composed = await composeWorld(order.fixture, {
    seed: order.seed ?? randomBytes(8).toString("hex"),
    startAt: order.startAt ?? createdAt - (createdAt % 1_000),
    clock: { mode: order.clock?.mode ?? "running", rate: order.clock?.rate ?? 1 },
    wire,
    defaults,
    betweenSlices,
    onStep: (step) => first.add(step),
  });
  if ("problems" in composed) return composed;
  return { ...begin(order, order.fixtureName, createdAt, { ...composed, snapshotAt: 0 }, first.companies), kept };
}

export async function beginWithSaved(
  order: SavedWorldOrder,
  { wallClock, betweenSlices }: BeginningDependencies,
): Promise<WorldBeginning> {
  const createdAt = wallClock();
  const { apiKey = newApiKey } = order;
  const { position, state } = order.saved;
  const world = await stepByStep(restoreInSteps(state.world), betweenSlices);
  world.clock = { mode: order.clock?.mode ?? world.clock.mode, rate: order.clock?.rate ?? world.clock.rate };
  const companies = Array.from(world.companies.keys(), (companyId, index) => ({ companyId, apiKey: apiKey(index) }));
  const beginning = begin(order, "save-file", createdAt, { world, position, snapshotAt: position }, companies);
  return { ...beginning, kept: toSnapshot(beginning.begun) };
}

function begin(
  { worldId = randomUUID(), name, origin }: AnyOrder,
  fixture: string,
  createdAt: number,
  { world, position, snapshotAt }: Pick<Replayed, "world" | "position" | "snapshotAt">,
  companies: readonly KeyHolder[],
): Omit<WorldBeginning, "kept"> {
  const { seed, clock, at, epoch } = world;
  const chronicle = newChronicle(epoch);
  for (const { apiKey, companyId } of companies) chronicle.companyIds.set(digestOf(apiKey), companyId);
  const began = origin && { origin: { ...origin, seed, clock: clock.mode, startAt: at } };
  return {
    entry: { worldId, ...(name !== undefined && { name }), fixture, createdAt, beginning: position, ...began },
    begun: { world, position, snapshotAt, chronicle, clock: { ...clock, anchorAt: at, anchorWall: createdAt } },
    companies,
  };
}

/** Makes commits of a new world's steps, and API keys for its companies in the order in which these are added. */
class FirstCommits {
  readonly companies: KeyHolder[] = [];
  readonly #kept: Commit[] | PackedHistory;
  readonly #apiKey: (index: number) => string;
  readonly #wall: Wall;

  /** `kept` gets the commits, `at` is when they are made. */
  constructor(kept: Commit[] | PackedHistory, at: number, apiKey: (index: number) => string) {
    this.#kept = kept;
    this.#apiKey = apiKey;
    this.#wall = { at };
  }

  add({ first, at, events }: CommandEvents): void {
    const added = events.find(({ type }) => type === "CompanyAdded");
    const wall = added?.type === "CompanyAdded" ? this.#keyed(added.companyId) : this.#wall;
    const commit = { first, at, events, wall };
    if (this.#kept instanceof PackedHistory) this.#kept.begin(commit);
    else this.#kept.push(commit);
  }

  /** The digest of a company's API key is stored with the commit that added the company. */
  #keyed(companyId: string): Wall {
    const apiKey = this.#apiKey(this.companies.length);
    this.companies.push({ companyId, apiKey });
    return { ...this.#wall, keyDigest: digestOf(apiKey) };
  }
}
