import { setTimeout as delay } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { asker } from "../../src/client/connection.ts";
import { everyRow } from "../durability/crash/known-world.ts";
import { Owners } from "./owners.ts";
import { makeWorld, Replicas } from "./replicas.ts";
import { RoundRobin } from "./round-robin.ts";

const CLIENTS = 8;

/** In cents; a new world has charges, too, but none of this. */
const TOTAL = 100;

/** Clients that ask for worlds through a balancer, one request after the other. */
class Clients {
  readonly failures: string[] = [];
  /** How often each API key was charged. */
  readonly charges = new Map<string, number>();
  asked = 0;
  #isOver = false;
  readonly #all: readonly Promise<void>[];

  constructor(url: string, apiKeys: readonly string[]) {
    this.#all = Array.from({ length: CLIENTS }, (_, i) => this.#run(url, apiKeys.slice(i).concat(apiKeys.slice(0, i))));
  }

  /** Resolves when so many more requests were answered. */
  async goOn(count: number): Promise<void> {
    const target = this.asked + count;
    while (this.asked < target && this.failures.length === 0) await delay(5);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#all);
  }

  async #run(url: string, apiKeys: readonly string[]): Promise<void> {
    const body = JSON.stringify({ total: TOTAL });
    for (let i = 0; !this.#isOver; i += 1) {
      const apiKey = apiKeys[i % apiKeys.length] ?? "";
      const headers = { "x-api-key": apiKey, "content-type": "application/json" };
      this.charges.set(apiKey, 1 + (this.charges.get(apiKey) ?? 0));
      for (const [path, init] of [
        ["/sandbox/charges", { method: "POST", headers, body }],
        ["/account-balance", { headers }],
      ] as const) {
        const told = await fetch(url + path, init).then(
          async (answer) => (answer.ok ? null : `${path}: ${answer.status} ${await answer.text()}`),
          (error: unknown) => `${path}: ${Object(error).cause ?? error}`,
        );
        if (told !== null) this.failures.push(told);
        this.asked += 1;
      }
    }
  }
}

/** Makes worlds through each replica in turn, so that each of them owns some. */
async function worldsOf(replicas: Replicas, count: number): Promise<readonly string[]> {
  const made = await Promise.all(Array.from({ length: count }, (_, i) => makeWorld(replicas.at(i))));
  return made.map(({ apiKey }) => apiKey);
}

test("replicas end with SIGTERM one after the other under traffic: no request fails, and the last one serves on", async () => {
  await using stack = new AsyncDisposableStack();
  const replicas = stack.use(await Replicas.start(inject("databaseUrl")));
  const owners = new Owners(inject("databaseUrl"), replicas);
  const apiKeys = await worldsOf(replicas, 24);
  const balancer = stack.use(await RoundRobin.overReady(replicas.all.map(({ url }) => url)));
  const clients = new Clients(balancer.url, apiKeys);
  await clients.goOn(200);
  for (const one of replicas.all.slice(1)) {
    expect(await owners.countOf(one)).toBeGreaterThan(0);
    expect(await replicas.remove(one, "SIGTERM")).toBe(0);
    await clients.goOn(200);
  }
  await clients.end();
  expect(clients.failures).toEqual([]);
  const [last] = replicas.all;
  expect(replicas.all).toHaveLength(1);
  // It answers for the worlds of all, with each charge that was acknowledged, whether it has them already or they rest.
  const lists = apiKeys.map((apiKey) => everyRow(asker({ url: last?.url ?? "", apiKey }), "charges", "chargeId"));
  const charged = (await Promise.all(lists)).map((rows) => rows.filter(({ total }) => total === TOTAL).length);
  expect(charged).toEqual(apiKeys.map((apiKey) => clients.charges.get(apiKey)));
});

test("the only replica answers until it closes", async () => {
  await using replicas = await Replicas.start(inject("databaseUrl"), [], 1);
  const { process, ask, url, account } = replicas.at(0);
  await account.charge({ total: 100 });
  expect((await fetch(`${url}/sandbox/ready`)).status).toBe(200);
  const ended = process.stop();
  while ((await fetch(`${url}/sandbox/ready`)).status === 200);
  for (let i = 0; i < 20; i += 1) {
    const charged = await ask("POST", "/sandbox/charges", { total: 100 });
    expect(charged.status, JSON.stringify(charged.body)).toBe(201);
    expect((await ask("GET", "/account-balance")).status).toBe(200);
  }
  expect(await ended).toBe(0);
});
