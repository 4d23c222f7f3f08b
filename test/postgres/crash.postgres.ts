import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { Owners } from "./owners.ts";
import { PostgresServer } from "./postgres-server.ts";
import { type Replica, Replicas } from "./replicas.ts";
import { SharedTraffic } from "./shared-traffic.ts";

const rounds = Number(process.env.SALDO_CRASH_ROUNDS ?? 100);

/** Longer than the lease of a process, which is 5 s. */
const LONG_MS = 7_000;

/** One of so many lasting troubles is a long one; each kind has its turn, as there are fewer kinds. */
const LONG_EVERY = 7;

/** How long the lasting trouble of a number is. */
const troubleMs = (no: number) => (no % LONG_EVERY === 0 ? LONG_MS : (no % LONG_EVERY) * 100);

/** A round takes a second or two, some beside a busy machine ten. One that stands still fails, with what it was at. */
const MAX_ROUND_MS = 90_000;

/** Troubles that last while other replicas are disturbed, one of them at a time. */
const lasting: Readonly<Record<string, { begin(one: Replica): void; end(one: Replica): void }>> = {
  "it stands still": {
    begin: ({ process }) => process.child.kill("SIGSTOP"),
    end: ({ process }) => process.child.kill("SIGCONT"),
  },
  "nothing passes between it and the database": {
    begin: ({ database }) => database.disturb("lost"),
    end: ({ database }) => database.calm(),
  },
  "the database's answers are swallowed": {
    begin: ({ database }) => database.disturb("answers lost"),
    end: ({ database }) => database.calm(),
  },
  "all between it and the database is late": {
    begin: ({ database }) => database.disturb("held"),
    end: ({ database }) => database.calm(),
  },
  "nothing passes between the others and it": {
    begin: ({ line }) => line.disturb("lost"),
    end: ({ line }) => line.calm(),
  },
  "its answers to the others are swallowed": {
    begin: ({ line }) => line.disturb("answers lost"),
    end: ({ line }) => line.calm(),
  },
};

/** What happens to a replica, one after the other. */
const disturbances = [
  ...["kill", "it stands still", "cut before the commit", "cut from the others"],
  ...["nothing passes between it and the database", "terminate", "the database's answers are swallowed"],
  ...["cut after the commit", "nothing passes between the others and it", "clock set", "database killed"],
  ...["all between it and the database is late", "cut from the database", "its answers to the others are swallowed"],
] as const;

type Disturbance = (typeof disturbances)[number];

/** Plays a round. Rejects with what it was at, and with what the replicas wrote, when it takes too long. */
async function inTime(
  what: string,
  replicas: Replicas,
  play: (at: (doing: string) => void) => Promise<void>,
): Promise<void> {
  let doing = "waits for the trouble before it";
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`${what} stands still: it ${doing}. The replicas:\n${replicas.story}`));
  }, MAX_ROUND_MS);
  try {
    await Promise.race([late, play((at) => (doing = at))]);
  } finally {
    clearTimeout(timer);
  }
}

test(`${rounds} rounds of three replicas lose nothing, repeat nothing and never go back`, {
  timeout: MAX_ROUND_MS + 10_000 * rounds,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await PostgresServer.start());
  const receiver = stack.use(await startReceiver());
  const replicas = stack.use(await Replicas.start(server.url));
  const owners = new Owners(server.url, replicas);
  await replicas.at(0).account.webhook(["charge.paid"], receiver.url);
  const traffic = stack.use(new SharedTraffic(replicas));
  await traffic.begin();
  const hits = new Map<string, number>(disturbances.map((what) => [what, 0]));
  let troubles = 0;
  let busy: { readonly one: Replica; readonly end: Promise<void> } | undefined;
  const play = async (round: number, what: Disturbance, at: (doing: string) => void) => {
    const trouble = lasting[what];
    if (trouble !== undefined) await busy?.end;
    // Two troubles at once could leave no replica that may bury another one.
    const one = busy?.one === replicas.at(round) ? replicas.at(round + 1) : replicas.at(round);
    if (what === "database killed") {
      await busy?.end;
      await replicas.spare();
    }
    at(`makes a world with the replica at ${one.url}`);
    await traffic.makeWorld(one);
    at("waits for charges");
    await traffic.goOn(5);
    at(`disturbs the replica at ${one.url}`);
    if ((await owners.countOf(one)) > 0) hits.set(what, (hits.get(what) ?? 0) + 1);
    if (trouble !== undefined) {
      trouble.begin(one);
      const end = delay(troubleMs(troubles)).then(() => {
        trouble.end(one);
        busy = undefined;
      });
      busy = { one, end };
      troubles += 1;
    }
    if (what === "kill") await replicas.relieve(one, "SIGKILL");
    if (what === "terminate") await replicas.relieve(one, "SIGTERM");
    if (what === "cut before the commit") await one.database.cutNext("before-commit");
    if (what === "cut after the commit") await one.database.cutNext("after-commit");
    if (what === "cut from the database") one.database.cut();
    if (what === "cut from the others") one.line.cut();
    if (what === "database killed") {
      await server.halt("SIGKILL");
      await server.resume();
    }
    if (what === "clock set") {
      await one.account.ask("PUT", "/sandbox/clock", { mode: "frozen" });
      await one.account.ask("PUT", "/sandbox/clock", { mode: "running" });
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    const what = disturbances[round % disturbances.length] ?? "kill";
    await inTime(`round ${round} (${what})`, replicas, (at) => play(round, what, at));
  }
  await busy?.end;
  await traffic.end();

  expect(await traffic.problems()).toEqual([]);
  const one = replicas.at(0);
  const made = (await traffic.worlds[0]?.made(one)) ?? [];
  // An attempt that a replica began just before it stood still may have failed; it is made again.
  await one.account.advance({ by: "PT1H" });
  const attempts = (await one.account.events("AttemptRecorded")).map(({ data }) => Object(data));
  const recorded = attempts.map(({ deliveryId, number }) => `${deliveryId} ${number}`);
  expect(new Set(recorded).size, "results that were recorded twice").toBe(recorded.length);
  const delivered = new Set(attempts.filter(({ failure }) => failure === null).map(({ deliveryId }) => deliveryId));
  const missing = (await one.account.deliveries("limit=1000")).filter(({ deliveryId }) => !delivered.has(deliveryId));
  expect(missing).toEqual([]);
  expect(delivered.size).toBe(made.length + 1);
  const requests = receiver.requests.length;
  const repeated = requests - new Set(receiver.requests.map(({ headers }) => headers["x-webhook-delivery"])).size;
  console.log(`rounds: ${rounds}, ${traffic.summary}, requests to the receiver: ${requests}, repeated: ${repeated}`);
  console.log([...hits].map(([what, count]) => `${what}: ${count}`).join(", "));
  if (rounds >= disturbances.length) for (const [what, count] of hits) expect(count, what).toBeGreaterThan(0);
});
