/**
 * How many turns and commands a second several processes make on the same worlds: the bare store, without worlds and HTTP.
 * `node bench/shared/turn-rate.ts`, after `npm run test:postgres` has installed PostgreSQL. Every command appends a commit.
 */
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Connections } from "../../src/store/postgres/connections.ts";
import { entriesOf, insertEntry } from "../../src/store/postgres/entry.ts";
import { PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { tablesOf } from "../../src/store/postgres/tables.ts";
import { commit, commits, entry } from "../../src/store/testing/sample-history.ts";
import type { Commit, End, Turns } from "../../src/store/world-store.ts";
import { PostgresServer } from "../../test/postgres/postgres-server.ts";

const SECONDS = 3;
const ROUNDS = 3;

/** Clients of one process, each with a world or all with the same. */
interface Load {
  readonly url: string;
  readonly worlds: number;
  readonly clients: number;
}

interface Count {
  readonly turns: number;
  readonly foreign: number;
  readonly waits: readonly number[];
}

/** The commands for a world, done in turns. A turn takes all that were there when it began. */
class Queue {
  turns = 0;
  foreign = 0;
  readonly #turns: Turns;
  readonly #id: string;
  #known: End;
  #waiting: (() => void)[] = [];
  #isBusy = false;

  constructor(turns: Turns, id: string, known: End) {
    this.#turns = turns;
    this.#id = id;
    this.#known = known;
  }

  run(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (!this.#isBusy) void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      let count = 0;
      this.#known = await this.#turns.take(this.#id, {
        begin: () => {
          count = this.#waiting.length;
          return this.#known;
        },
        work: ({ tail }) => {
          if (tail.length > 0) this.foreign += 1;
          const end = tail.reduce((position, { events }) => position + events.length, this.#known.position);
          return Array.from({ length: count }, (_, i): Commit => commit(end + 1 + i, 1));
        },
      });
      this.turns += 1;
      for (const done of this.#waiting.splice(0, count)) done();
    }
    this.#isBusy = false;
  }
}

if (process.send === undefined) await measureAll();
else process.once("message", (load: Load) => void make(load));

async function make({ url, worlds, clients }: Load): Promise<void> {
  const store = await PostgresStore.open(url);
  const queues = new Map<string, Queue>();
  for (let i = 0; i < worlds; i += 1) {
    const id = `w${i}`;
    queues.set(id, new Queue(store.turns, id, await store.turns.end(id)));
  }
  process.send?.("ready");
  await once(process, "message");
  const waits: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const client = async (n: number) => {
    for (let i = n; performance.now() < end; i += clients) {
      const began = performance.now();
      await queues.get(`w${i % worlds}`)?.run();
      waits.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  const all = [...queues.values()];
  const sum = (of: (queue: Queue) => number) => all.reduce((total, queue) => total + of(queue), 0);
  const count: Count = { turns: sum(({ turns }) => turns), foreign: sum(({ foreign }) => foreign), waits };
  await store.close();
  process.send?.(count, () => process.disconnect());
}

/** On a machine that does other things, too, p10 says most: it is the time of those that nothing else came between. */
async function measureAll(): Promise<void> {
  await using server = await PostgresServer.start();
  const loads = [
    [1, 1, 1],
    [1, 1, 20],
    [3, 1, 20],
    [10, 1, 4],
    [1, 64, 64],
    [3, 64, 22],
  ] as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    console.log(`one INSERT and its COMMIT: p10 ${(await bareInsert(server.url)).toFixed(2)} ms`);
    for (const [processes, worlds, clients] of loads) await measure(server.url, processes, worlds, clients);
  }
}

/** What every durable turn costs at least. */
async function bareInsert(url: string): Promise<number> {
  const connections = await Connections.to(url, 1);
  const tables = tablesOf("saldo");
  const store = await PostgresStore.open(url);
  const [{ body } = never()] = entriesOf(commits(1));
  const waits: number[] = [];
  for (let i = 1; i <= 1_000; i += 1) {
    const began = performance.now();
    await connections.run(
      insertEntry(tables, -process.pid - Math.floor(began), { first: i, last: i, body }, randomUUID()),
    );
    waits.push(performance.now() - began);
  }
  await store.close();
  await connections.close();
  return quantileOf(waits, 0.1);
}

function quantileOf(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function never(): never {
  throw new Error("this cannot happen");
}

async function measure(url: string, processes: number, worlds: number, clients: number): Promise<void> {
  const store = await PostgresStore.open(url);
  for (let i = 0; i < worlds; i += 1) {
    await store.delete(`w${i}`);
    await store.create(entry(`w${i}`), commits(1));
  }
  await store.close();
  const all = Array.from({ length: processes }, () => fork(fileURLToPath(import.meta.url)));
  const load: Load = { url, worlds, clients };
  await Promise.all(
    all.map((one) => {
      one.send(load);
      return once(one, "message");
    }),
  );
  const counts = await Promise.all(
    all.map(async (one): Promise<Count> => {
      one.send("go");
      const [count] = await once(one, "message");
      return count;
    }),
  );
  const waits = counts.flatMap((count) => count.waits);
  const perSecond = (of: (count: Count) => number) => counts.map((count) => Math.round(of(count) / SECONDS));
  const turns = perSecond((count) => count.turns);
  const total = turns.reduce((sum, one) => sum + one, 0);
  console.log(
    `${processes} process(es), ${worlds} world(s), ${clients} clients each: ${total} turns/s (${turns.join(" : ")}),`,
    `${Math.round(waits.length / SECONDS)} commands/s, p10 ${quantileOf(waits, 0.1).toFixed(2)} ms, p50 ${quantileOf(waits, 0.5).toFixed(2)} ms, p99 ${quantileOf(waits, 0.99).toFixed(2)} ms,`,
    `${Math.round((100 * counts.reduce((sum, { foreign }) => sum + foreign, 0)) / (total * SECONDS))} % with a foreign tail`,
  );
}
