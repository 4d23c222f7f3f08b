import { setImmediate as nextSlice } from "node:timers/promises";
import type { Command } from "../../domain/command.ts";
import type { Company } from "../../domain/company.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { ClockMode } from "../../domain/event.ts";
import type { Wire } from "../../domain/notification.ts";
import { type Otp, otpCode } from "../../domain/otp.ts";
import { defaultSettings, withChanges } from "../../domain/settings.ts";
import { fingerprint } from "../../domain/testing/fingerprint.ts";
import { jsonWire } from "../../domain/testing/story.ts";
import { must, type World } from "../../domain/world.ts";
import { MemoryStore } from "../../store/memory-store.ts";
import { gather } from "../../store/testing/sample-history.ts";
import type { Commit, WorldEntry, WorldId, WorldStore } from "../../store/world-store.ts";
import type { FixtureCompany } from "../beginning/fixture/parse-fixture.ts";
import { parseInlineFixture } from "../beginning/fixture/parse-fixture.ts";
import type { Archivist } from "../history/archivist.ts";
import type { LiveWorld } from "../world/live-world.ts";
import type { Memory } from "../world/memory.ts";
import { type Dependencies, Worlds } from "../worlds.ts";
import { ManualCourier } from "./manual-courier.ts";
import { ScriptedCourier } from "./scripted-courier.ts";

/** When worlds begin on stage, by their own clock and by the machine's. */
export const startAt = Date.parse("2026-03-02T12:00:00.000Z");
export const seconds = 1000;
export const hours = 3_600 * seconds;
export const days = 24 * hours;

/** What the store says of a world that a test makes without the registry. */
export const stageEntry: WorldEntry = { worldId: "w", fixture: "x", createdAt: 0, beginning: 1 };

/** A machine's clock that moves only when told. */
export class HandClock {
  #now: number;

  constructor(now = startAt) {
    this.#now = now;
  }

  readonly read = (): number => this.#now;

  pass(ms: number): void {
    this.#now += ms;
  }
}

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
}: StageOptions = {}): Promise<Stage> {
  const troubles = new TroubleLog();
  const onRecovery = (id: WorldId) => void troubles.recoveries.push(id);
  const read = wallClock ?? new HandClock().read;
  const outside = { courier, mailer, wallClock: read, steadyClock, onClockBehind };
  const watched = { onTrouble: troubles.note, onRecovery };
  const dependencies = { store, wire, ...outside, archivist, historyLimit, memory, ...watched };
  return { store, troubles, dependencies, worlds: await Worlds.open(dependencies) };
}

export interface ActOptions {
  readonly worldId?: WorldId;
  readonly mode?: ClockMode;
  readonly rate?: number;
  readonly company?: FixtureCompany;
}

/** A world with one company, which has 1,500 to withdraw, and a hand on both. */
export async function enter(
  { worlds }: Stage,
  { worldId = "w", mode = "frozen", rate = 1, company = {} }: ActOptions = {},
): Promise<Actor> {
  const name = { name: "Acme", pixKey: "acme@pix.example.com", document: "11222333000181" };
  const responsible = { name: "Ana", email: "ana@acme.example.com" };
  const found = parseInlineFixture({ companies: [{ ...name, responsible, balance: 150_000, ...company }] });
  if ("problems" in found) throw new Error(JSON.stringify(found.problems));
  const order = { worldId, fixtureName: "inline", fixture: found, seed: "stage", startAt, clock: { mode, rate } };
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

/** A world whose first webhook request is under way to a receiver in the test's hand. */
export async function delivering(options: StageOptions = {}, act: ActOptions = {}) {
  const courier = new ManualCourier();
  const { stage, actor } = await onStage({ ...options, courier }, act);
  const webhookId = await actor.webhook();
  await actor.charge(100);
  await until(() => courier.underWay.length === 1);
  return { courier, stage, actor, webhookId };
}

/** How many ends of attempts a store has. */
export async function recorded(store: WorldStore): Promise<number> {
  return eventTypesOf(await kept(store)).filter((type) => type === "AttemptRecorded").length;
}

/** A company in its world, as requests would act for it. */
export class Actor {
  readonly world: LiveWorld;
  readonly companyId: string;

  constructor(world: LiveWorld, companyId: string) {
    this.world = world;
    this.companyId = companyId;
  }

  run(command: Command) {
    return this.world.transact((transaction) => transaction.run(command));
  }

  initiate(value = 10_000) {
    return this.run({ type: "initiate-withdrawal", companyId: this.companyId, value });
  }

  /** Initiates a withdrawal and says its id. */
  async initiated(value?: number): Promise<string> {
    const outcome = await this.initiate(value);
    if (outcome.type !== "initiated" || !("withdrawId" in outcome)) throw new Error(outcome.type);
    return outcome.withdrawId;
  }

  /** Confirms with the code that the responsible person was sent. */
  confirm(withdrawId: string) {
    return this.world.transact((transaction) => {
      const { seed, withdrawals } = transaction.world;
      const otp: Otp | null | undefined = withdrawals.get(withdrawId)?.otp;
      const code = otpCode(seed, withdrawId, otp?.issue ?? 1);
      return transaction.run({ type: "confirm-withdrawal", companyId: this.companyId, withdrawId, otpCode: code });
    });
  }

  charge(total: number, terms: { expiresIn?: string; paid?: boolean } = {}) {
    return this.run({ type: "create-charge", companyId: this.companyId, total, ...terms });
  }

  /** Registers a webhook, which hears of new charges by default, and says its id. */
  async webhook(url = "https://hooks.acme.dev/saldo", events: readonly string[] = ["charge.pending"]): Promise<string> {
    const { companyId } = this;
    const outcome = await this.run({ type: "create-webhook", companyId, name: "Hooks", url, events });
    if (outcome.type !== "webhook-created") throw new Error(JSON.stringify(outcome));
    return outcome.webhookId;
  }

  /** What became of every delivery so far, in the order in which they were made. */
  deliveries(): Promise<readonly Delivery[]> {
    return this.see(({ deliveryIds }, { deliveries }) => {
      return deliveryIds.map((id) => structuredClone(must(deliveries, id)));
    });
  }

  /** Makes pending charges in one go; webhooks are told of them. */
  charges(count: number): Promise<void> {
    const { companyId } = this;
    return this.world.transact((transaction) => {
      for (let i = 0; i < count; i += 1) transaction.run({ type: "create-charge", companyId, total: 100 });
    });
  }

  see<T>(look: (company: Company, world: Readonly<World>) => T): Promise<T> {
    return this.world.transact(({ world }) => {
      const company = world.companies.get(this.companyId);
      if (company === undefined) throw new Error(`the world has no ${this.companyId}`);
      return look(company, world);
    });
  }

  /** What the world is, and where. */
  look() {
    return this.world.transact(({ world, at, position }) => ({ position, at, print: fingerprint(world) }));
  }

  async lastCharge(): Promise<string | undefined> {
    return this.see((_, { charges }) => [...charges.values()].at(-1)?.paymentStatus);
  }

  available(): Promise<number> {
    return this.see(({ ledger }) => ledger.available);
  }
}

/** A world that begins with the same command as every other, for tests below the registry. */
export const createWorld: Command = {
  type: "create-world",
  seed: "stage",
  settings: withChanges(defaultSettings, {}),
};

/** What a store has of a world. */
export function kept(store: WorldStore, worldId: WorldId = "w"): Promise<Commit[]> {
  return gather(store.read(worldId, 0));
}

export function eventTypesOf(commits: readonly Pick<Commit, "events">[]): string[] {
  return commits.flatMap(({ events }) => events.map(({ type }) => type));
}

/** Lets everything run that can run without a timer or the disk. */
export async function quiet(): Promise<void> {
  for (let slice = 0; slice < 10; slice += 1) await nextSlice();
}

/** Waits for something that happens by itself; the test's own time limit ends a wait in vain. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextSlice();
}

/** Notes which answers have left, in order: `"balance: 5"`, `"charge: charge-created"`, `"charge failed: Unavailable"`. */
export class Departures {
  readonly left: string[] = [];

  watch(name: string, answer: Promise<unknown>): void {
    answer.then(
      (value) => this.left.push(`${name}: ${told(value)}`),
      (error: unknown) => this.left.push(`${name} failed: ${error instanceof Error ? error.name : String(error)}`),
    );
  }
}

/** An outcome by its name, anything else as it is. */
function told(value: unknown): string {
  if (typeof value === "object" && value !== null && "type" in value) return String(value.type);
  return typeof value === "string" ? value : JSON.stringify(value);
}
