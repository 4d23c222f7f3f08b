import { setTimeout as delay } from "node:timers/promises";
import { numberOf } from "../rules/json-reading.ts";
import type { Replicas } from "./replicas.ts";

const WRITERS = 4;
const READERS = 2;
const TOTAL = 100;

/** Clients that write and read through any replica, and note what they were told. */
export class SharedTraffic {
  readonly acknowledged = new Set<string>();
  /** Charges of which nobody knows whether they were made. */
  readonly unknown = new Set<string>();
  /** Answers that were older than an answer that somebody had before he asked. */
  readonly violations: string[] = [];
  reads = 0;
  balanceBefore = 0;
  perCharge = 0;
  readonly #replicas: Replicas;
  #position = 0;
  #now = 0;
  #next = 0;
  #isOver = false;
  #clients: Promise<void>[] = [];

  constructor(replicas: Replicas) {
    this.#replicas = replicas;
  }

  /** Learns what a charge adds to the balance, and starts the clients. */
  async begin(): Promise<void> {
    const { account } = this.#replicas.at(0);
    const before = await account.balance();
    await account.charge({ total: TOTAL, paid: true });
    this.balanceBefore = await account.balance();
    this.perCharge = this.balanceBefore - before;
    const writers = Array.from({ length: WRITERS }, () => this.#loop(() => this.#write()));
    const readers = Array.from({ length: READERS }, () => this.#loop(() => this.#read()));
    this.#clients = [...writers, ...readers];
  }

  /** Resolves when so many more charges were acknowledged. */
  async goOn(count: number): Promise<void> {
    const target = this.acknowledged.size + count;
    while (this.acknowledged.size < target) await delay(5);
  }

  /** Lets traffic flow for a time. */
  async passedMs(ms: number): Promise<void> {
    await delay(ms);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  /** Returns what the history says against what the clients were told, and what the replicas show otherwise. */
  async problems(): Promise<readonly string[]> {
    const accounts = this.#replicas.all.map(({ account }) => account);
    for (const account of accounts) {
      // A replica that has just lost its database reads the world again within two seconds.
      while ((await account.ask("GET", "/account-balance")).status === 503) await delay(20);
      await account.quiet();
    }
    const own = await this.made();
    const kept = new Set(own);
    const problems = [...this.violations];
    if (kept.size < own.length) problems.push(`${own.length - kept.size} charges were made twice`);
    for (const id of this.acknowledged) if (!kept.has(id)) problems.push(`${id} was lost`);
    const told = this.acknowledged.union(this.unknown);
    for (const id of kept) if (!told.has(id)) problems.push(`nobody made ${id}`);
    const due = this.balanceBefore + own.length * this.perCharge;
    for (const account of accounts) {
      const balance = await account.balance();
      if (balance !== due) problems.push(`a replica shows the balance ${balance}, not ${due}`);
    }
    return problems;
  }

  /** Returns the ids of the charges in the history that the clients have sent, each as often as it is there. */
  async made(): Promise<readonly string[]> {
    const events = await this.#replicas.at(0).account.events("ChargeCreated");
    return events.map(({ data }) => String(Object(data).externalId)).filter((id) => id.startsWith("own-"));
  }

  async #loop(once: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      // A replica that is gone or that stands still is left for the next one.
      await once().catch(() => delay(20));
    }
  }

  async #write(): Promise<void> {
    this.#next += 1;
    const id = `own-${this.#next}`;
    const body = { total: TOTAL, paid: true, externalId: id };
    this.unknown.add(id);
    const { status } = await this.#replicas.at(this.#next).account.ask("POST", "/sandbox/charges", body);
    if (status !== 201) return void (await delay(20));
    this.unknown.delete(id);
    this.acknowledged.add(id);
  }

  /** Nobody may learn less than somebody has learned before. */
  async #read(): Promise<void> {
    this.#next += 1;
    const { account } = this.#replicas.at(this.#next);
    const [position, now, charges] = [this.#position, this.#now, this.acknowledged.size];
    const clock = await account.ask("GET", "/sandbox/clock");
    if (clock.status !== 200) return void (await delay(20));
    const seen = { position: numberOf(clock, "position"), now: Date.parse(clock.text("now")) };
    this.#check("position", seen.position, position);
    this.#check("now", seen.now, now);
    this.#position = Math.max(this.#position, seen.position);
    this.#now = Math.max(this.#now, seen.now);
    const least = this.balanceBefore + charges * this.perCharge;
    this.#check("balance", await account.balance(), least);
    this.reads += 2;
  }

  #check(what: string, seen: number, least: number): void {
    if (seen < least) this.violations.push(`${what}: ${seen} after ${least}`);
  }
}
