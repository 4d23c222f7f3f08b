import pg from "pg";
import { expect, inject, test } from "vitest";
import { Replicas } from "./replicas.ts";

test("no replica tells an earlier time than any has told before, whatever is done to the clock", async () => {
  await using replicas = await Replicas.start(inject("databaseUrl"));
  let asked = 0;
  let latest = 0;
  let isOver = false;
  const backwards: string[] = [];
  const read = async () => {
    while (!isOver) {
      const known = latest;
      asked += 1;
      const { account } = replicas.at(asked);
      const now = Date.parse(await account.now());
      if (now < known) backwards.push(`${now} after ${known}, ${asked}`);
      latest = Math.max(latest, now);
    }
  };
  const readers = Array.from({ length: 6 }, read);
  for (let i = 0; i < 45; i += 1) {
    const { account } = replicas.at(i);
    if (i % 3 === 0) await account.advance({ by: "PT1S" });
    if (i % 3 === 1) await account.ask("PUT", "/sandbox/clock", { mode: "frozen" });
    if (i % 3 === 2) await account.ask("PUT", "/sandbox/clock", { mode: "running" });
  }
  isOver = true;
  await Promise.all(readers);
  expect(backwards).toEqual([]);
  expect(asked).toBeGreaterThan(100);
});

/** Far more than a turn reads under the lock, and than the engine applies at once. */
const LONG_TAIL_BYTES = 40 * 1024 * 1024;

test("a replica that stood still while others wrote 40 MB answers as they do, and keeps nobody from writing", async () => {
  await using stack = new AsyncDisposableStack();
  const replicas = stack.use(await Replicas.start(inject("databaseUrl"), ["--clock", "frozen"]));
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  stack.defer(() => client.end());
  const [away, writer, other] = [replicas.at(0), replicas.at(1), replicas.at(2)];
  for (const { account } of replicas.all) await account.balance();
  away.process.child.kill("SIGSTOP");
  const customer = { name: "🙂".repeat(200) };
  for (let i = 0; i < 20; i += 1) {
    const body = { amountCents: 100, interval: "P1D", customer };
    const subscriptionId = await writer.account.subscription(body);
    await writer.account.ask("POST", `/sandbox/subscriptions/${subscriptionId}/authorize`);
  }
  const bytes = async () => {
    const { rows } = await client.query(`SELECT sum(octet_length(body)) AS bytes FROM ${replicas.schema}.entry`);
    return Number(rows[0]?.bytes);
  };
  while ((await bytes()) < LONG_TAIL_BYTES) await writer.account.advance({ by: "P100D" });
  const balance = await writer.account.balance();

  away.process.child.kill("SIGCONT");
  const caughtUp = away.account.balance();
  let isThere = false;
  void caughtUp.finally(() => {
    isThere = true;
  });
  while (!isThere) await other.account.charge({ total: 100 });
  expect(await caughtUp).toBeGreaterThanOrEqual(balance);
  const [first, ...others] = await Promise.all(
    replicas.all.map(async ({ account }) => [await account.balance(), await account.position()]),
  );
  for (const one of others) expect(one).toEqual(first);
  await away.account.charge({ total: 100, paid: true });
  expect(await other.account.position()).toBeGreaterThan(Number(first?.[1]));
});
