import { setTimeout as delay } from "node:timers/promises";
import { PUBLIC_API_KEY } from "../../src/engine/api-key.ts";
import { rowsOf } from "../rules/json-reading.ts";
import { makeWorld, type Replica, type Replicas } from "./replicas.ts";
import { type Before, learnBefore, SharedWorld } from "./shared-world.ts";

/** How many worlds have traffic at a time, besides the first. */
const MAX_BUSY = 6;

const CLIENTS_PER_WORLD = 2;

/** After this time without an answer a client asks the next replica as well. What the first one says still counts. */
const PATIENCE_MS = 250;

/** Between two requests of a client, so that this process and three replicas share two cores. */
const PAUSE_MS = 20;

const steps = ["charge", "look"] as const;

/** Clients that write to several worlds and read them through any replica, and note what they were told. */
export class SharedTraffic implements Disposable {
  readonly worlds: SharedWorld[] = [];
  readonly #replicas: Replicas;
  #before: Before | undefined;
  #next = 0;
  #isOver = false;
  readonly #clients: Promise<void>[] = [];
  readonly #underWay = new Set<Promise<void>>();

  constructor(replicas: Replicas) {
    this.#replicas = replicas;
  }

  /** Starts the clients of the first world. */
  async begin(): Promise<void> {
    this.#before = await learnBefore(this.#replicas.at(0).account);
    this.#add(new SharedWorld("default", PUBLIC_API_KEY, this.#before));
  }

  /** Makes a world through a replica, and starts its clients. Those of the oldest but the first one end. */
  async makeWorld(replica: Replica): Promise<void> {
    let made = await makeWorld(replica).catch(() => null);
    for (; made === null; made = await makeWorld(replica).catch(() => null)) await delay(20);
    const before = this.#before;
    if (before === undefined) throw new Error("the traffic has not begun");
    const balance = before.balance - before.perCharge;
    this.#add(new SharedWorld(made.worldId, made.apiKey, { ...before, balance }));
  }

  get acknowledged(): number {
    return this.#count(({ acknowledged }) => acknowledged.size);
  }

  get summary(): string {
    const unknown = this.#count((world) => world.unknown.size);
    const refused = this.#count((world) => world.refused.size);
    const reads = this.#count((world) => world.reads);
    return (
      `worlds: ${this.worlds.length}, acknowledged: ${this.acknowledged}, unknown: ${unknown}, refused: ${refused}, ` +
      `reads: ${reads}`
    );
  }

  /** Resolves when so many more charges were acknowledged. */
  async goOn(count: number): Promise<void> {
    const target = this.acknowledged + count;
    while (this.acknowledged < target) await delay(5);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    await Promise.all(this.#underWay);
  }

  /** After a failure no client goes on; what is under way ends with the replicas. */
  [Symbol.dispose](): void {
    this.#isOver = true;
  }

  /** Returns what the histories say against what the clients were told, and what the replicas show otherwise. */
  async problems(): Promise<readonly string[]> {
    const replicas = this.#replicas.all;
    for (const { account } of replicas) {
      // A replica that has just lost its database, or whose world was another one's, goes on within seconds.
      while ((await account.ask("GET", "/account-balance")).status !== 200) await delay(20);
      await account.quiet();
    }
    const problems: string[] = [];
    for (const [i, world] of this.worlds.entries()) {
      problems.push(...(await world.problems(replicas, this.#replicas.at(i))));
    }
    for (const { account } of replicas) {
      const listed = rowsOf(await account.ask("GET", "/sandbox/worlds"), "worlds").map(({ worldId }) => worldId);
      if (new Set(listed).size < listed.length) problems.push("a world is listed twice");
      for (const { worldId } of this.worlds) if (!listed.includes(worldId)) problems.push(`${worldId} is not listed`);
    }
    return problems;
  }

  #add(world: SharedWorld): void {
    this.worlds.push(world);
    for (let i = 0; i < CLIENTS_PER_WORLD; i += 1) this.#clients.push(this.#client(world, 3 * i));
  }

  async #client(world: SharedWorld, first: number): Promise<void> {
    for (let i = first; !this.#isOver && this.#isBusy(world); i += 1) {
      const asked = this.#step(world, steps[i % steps.length] ?? "look");
      this.#underWay.add(asked);
      void asked.finally(() => this.#underWay.delete(asked));
      await Promise.race([asked, delay(PATIENCE_MS)]);
      await delay(PAUSE_MS);
    }
  }

  async #step(world: SharedWorld, step: (typeof steps)[number]): Promise<void> {
    this.#next += 1;
    try {
      await world[step](this.#replicas.at(this.#next));
    } catch (error) {
      world.violations.push(String(error));
    }
  }

  #isBusy(world: SharedWorld): boolean {
    return world === this.worlds[0] || this.worlds.slice(-MAX_BUSY).includes(world);
  }

  #count(of: (world: SharedWorld) => number): number {
    return this.worlds.reduce((sum, world) => sum + of(world), 0);
  }
}
