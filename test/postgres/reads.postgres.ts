import pg from "pg";
import { expect, inject, test } from "vitest";
import { asker } from "../../src/client/connection.ts";
import { Owners } from "./owners.ts";
import { makeWorld, Replicas } from "./replicas.ts";

/** So much that reading it takes seconds. */
const LONG_HISTORY_BYTES = 40 * 1024 * 1024;

test("a world with a history of 40 MB is taken from an owner that was killed; other worlds are answered for during it", async () => {
  await using stack = new AsyncDisposableStack();
  const replicas = stack.use(await Replicas.start(inject("databaseUrl"), ["--clock", "frozen"]));
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  stack.defer(() => client.end());
  const { owner, other } = await new Owners(inject("databaseUrl"), replicas).ofFirst();
  const small = asker({ url: other.url, apiKey: (await makeWorld(other)).apiKey });
  const customer = { name: "🙂".repeat(200) };
  for (let i = 0; i < 20; i += 1) {
    const subscriptionId = await owner.account.subscription({ amountCents: 100, interval: "P1D", customer });
    await owner.account.ask("POST", `/sandbox/subscriptions/${subscriptionId}/authorize`);
  }
  const bytes = async () => {
    const { rows } = await client.query(`SELECT sum(octet_length(body)) AS bytes FROM ${replicas.schema}.entry`);
    return Number(rows[0]?.bytes);
  };
  while ((await bytes()) < LONG_HISTORY_BYTES) await owner.account.advance({ by: "P100D" });
  const [balance, position] = [await owner.account.balance(), await owner.account.position()];

  await replicas.remove(owner, "SIGKILL");
  let isThere = false;
  const taken = (async () => {
    while ((await replicas.at(0).ask("GET", "/account-balance")).status !== 200);
    isThere = true;
  })();
  while (!isThere) expect((await small("POST", "/sandbox/charges", { total: 100 })).status).toBe(201);
  await taken;
  for (const { account } of replicas.all) {
    expect([await account.balance(), await account.position()]).toEqual([balance, position]);
  }
  for (const { account } of replicas.all) await account.charge({ total: 100 });
});
