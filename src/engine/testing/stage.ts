import type { Command } from "../../domain/command.ts";
import type { ClockMode } from "../../domain/event.ts";
import type { Wire } from "../../domain/notification.ts";
import { defaultSettings, withChanges } from "../../domain/settings.ts";
import { jsonWire } from "../../domain/testing/story.ts";
import { MemoryStore } from "../../store/memory-store.ts";
import { gather } from "../../store/testing/sample-history.ts";
import type { Commit, WorldEntry, WorldId, WorldStore } from "../../store/world-store.ts";
import type { FixtureCompany, LocatedFixture } from "../beginning/fixture/parse-fixture.ts";
import { parseInlineFixture } from "../beginning/fixture/parse-fixture.ts";
import type { Archivist } from "../history/archivist.ts";
import { MAX_ATTEMPTS_UNDER_WAY } from "../world/dispatcher.ts";
import type { Memory } from "../world/memory.ts";
import { type Dependencies, Worlds } from "../worlds.ts";
import { Actor } from "./actor.ts";
import { HandClock, startAt } from "./hand-clock.ts";
import { ManualCourier } from "./manual-courier.ts";
import { ScriptedCourier } from "./scripted-courier.ts";
import { until } from "./waiting.ts";

/** What the store says of a world that a test makes without the registry. */
export const stageEntry: WorldEntry = { worldId: "w", fixture: "x", createdAt: 0, beginning: 1 };

/** What a world is reported for, and a way to wait for the next report. */
export class TroubleLog {
  readonly reports: { readonly worldId: WorldId; readonly error: unknown }[] = [];
  /** The worlds that could be read again. */
  readonly recoveries: WorldId[] = [];
  #watchers: (() => void)[] = [];

  readonly note = (worldId: WorldId, error: unknown): void => {
    this.reports.push({ worldId, error });
    for (const watcher of this.#watchers.splice(0)) watcher();
  };

  /** Resolves when there were at least `count` reports. */
  async reached(count: number): Promise<void> {
    while (this.reports.length < count) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }
}

export interface StageOptions {
  readonly store?: WorldStore;
  readonly wallClock?: () => number;
  readonly steadyClock?: () => number;
  readonly onClockBehind?: (byMs: number) => void;
  readonly wire?: Wire;
  readonly courier?: Dependencies["courier"];
  readonly mailer?: Dependencies["mailer"];
  readonly archivist?: Archivist;
  readonly historyLimit?: number;
  readonly memory?: Memory;
  readonly maxLoadedBytes?: number;
  readonly onCommit?: Dependencies["onCommit"];
}

/** Worlds whose dependencies are in the hands of the test. */
export interface Stage {
  readonly store: WorldStore;
  readonly troubles: TroubleLog;
  readonly dependencies: Dependencies;
  readonly worlds: Worlds;
}

export async function openStage({
  store = new MemoryStore(),
  wallClock,
  steadyClock,
  onClockBehind,
  wire = jsonWire,
  courier = new ScriptedCourier(),
  mailer,
  archivist,
  historyLimit,
  memory,
  maxLoadedBytes,
  onCommit,
}: StageOptions = {}): Promise<Stage> {
  const troubles = new TroubleLog();
  const onRecovery = (id: WorldId) => void troubles.recoveries.push(id);
  const read = wallClock ?? new HandClock().read;
  const outside = { courier, mailer, wallClock: read, steadyClock, onClockBehind };
  const watched = { onTrouble: troubles.note, onRecovery, onCommit };
  const dependencies = { store, wire, ...outside, archivist, historyLimit, memory, maxLoadedBytes, ...watched };
  return { store, troubles, dependencies, worlds: await Worlds.open(dependencies) };
}

export interface ActOptions {
  readonly worldId?: WorldId;
  readonly mode?: ClockMode;
  readonly rate?: number;
  readonly company?: FixtureCompany;
}

/** A fixture with these companies; throws where it is none. */
export function fixtureOf(...companies: readonly object[]): LocatedFixture {
  const found = parseInlineFixture({ companies });
  if ("problems" in found) throw new Error(JSON.stringify(found.problems));
  return found;
}

/** A world with one company, which has 1,500 to withdraw, and a hand on both. */
export async function enter(
  { worlds }: Stage,
  { worldId = "w", mode = "frozen", rate = 1, company = {} }: ActOptions = {},
): Promise<Actor> {
  const name = { name: "Acme", pixKey: "acme@pix.example.com", document: "11222333000181" };
  const responsible = { name: "Ana", email: "ana@acme.example.com" };
  const fixture = fixtureOf({ ...name, responsible, balance: 150_000, ...company });
  const order = { worldId, fixtureName: "inline", fixture, seed: "stage", startAt, clock: { mode, rate } };
  const created = await worlds.create(order);
  if ("problems" in created) throw new Error(JSON.stringify(created.problems));
  return new Actor(created.world, created.companies[0]?.companyId ?? "");
}

/** A stage of its own, and a world on it with one company. */
export async function onStage(
  options: StageOptions = {},
  act: ActOptions = {},
): Promise<{ stage: Stage; actor: Actor }> {
  const stage = await openStage(options);
  return { stage, actor: await enter(stage, act) };
}

/** The same company in another process, as it were. */
export function actorIn({ worlds }: Stage, { companyId }: Actor): Actor {
  const world = worlds.get("w");
  if (world === null) throw new Error("the world is gone");
  return new Actor(world, companyId);
}

/** The same company in a process that opens the same store later. */
export async function reopened(store: WorldStore, actor: Actor, options: StageOptions = {}): Promise<Actor> {
  return actorIn(await openStage({ ...options, store }), actor);
}

/** A world whose first webhook requests are under way to a receiver in the test's hand. */
export async function delivering(options: StageOptions = {}, act: ActOptions = {}, count = 1) {
  const courier = new ManualCourier();
  const { stage, actor } = await onStage({ ...options, courier }, act);
  const webhookId = await actor.webhook();
  await actor.charges(count);
  await until(() => courier.underWay.length === Math.min(count, MAX_ATTEMPTS_UNDER_WAY));
  return { courier, stage, actor, webhookId };
}

/** How many ends of attempts a store has. */
export async function recorded(store: WorldStore): Promise<number> {
  return eventTypesOf(await kept(store)).filter((type) => type === "AttemptRecorded").length;
}

/** A world that begins with the same command as every other, for tests below the registry. */
export const createWorld: Command = { type: "create-world", seed: "stage", settings: withChanges(defaultSettings, {}) };

/** What a store has of a world. */
export function kept(store: WorldStore, worldId: WorldId = "w"): Promise<Commit[]> {
  return gather(store.read(worldId, 0));
}

export function eventTypesOf(commits: readonly Pick<Commit, "events">[]): string[] {
  return commits.flatMap(({ events }) => events.map(({ type }) => type));
}
