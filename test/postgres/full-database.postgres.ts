import pg from "pg";
import { expect, inject, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { Replicas } from "./replicas.ts";

/** Makes the database keep nothing more of the histories, as if its disk were full, until that is ended. */
async function fill(stack: AsyncDisposableStack, schema: string, when: "at once" | "at the commit") {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  stack.defer(() => client.end());
  await client.query(`CREATE OR REPLACE FUNCTION ${schema}.full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  const kind = when === "at once" ? "TRIGGER full_disk BEFORE" : "CONSTRAINT TRIGGER full_disk AFTER";
  const time = when === "at once" ? "" : "DEFERRABLE INITIALLY DEFERRED";
  await client.query(
    `CREATE ${kind} INSERT ON ${schema}.entry ${time} FOR EACH ROW EXECUTE FUNCTION ${schema}.full_disk()`,
  );
  return { end: () => client.query(`DROP TRIGGER full_disk ON ${schema}.entry`) };
}

test("a full disk is told with 503; nothing is half done, and all goes on when there is room", async () => {
  await using stack = new AsyncDisposableStack();
  const receiver = stack.use(await startReceiver());
  const flags = ["--webhook-urls", "any", "--clock", "frozen"];
  const replicas = stack.use(await Replicas.start(inject("databaseUrl"), flags));
  const accounts = replicas.all.map(({ account }) => account);
  const one = replicas.at(0).account;
  await one.webhook(["charge.pending"], receiver.url);
  const state = () =>
    Promise.all(
      accounts.map(async (account) => [await account.balance(), await account.position(), await account.now()]),
    );

  for (const when of ["at once", "at the commit"] as const) {
    const before = await state();
    const told = receiver.requests.length;
    const full = await fill(stack, replicas.schema, when);
    for (const { ask } of accounts) {
      for (const refused of [
        await ask("POST", "/account-balance/withdraw", { value: 1_000 }),
        await ask("POST", "/sandbox/charges", { total: 500 }),
        await ask("POST", "/sandbox/clock/advance", { by: "P30D" }),
        await ask("POST", "/sandbox/worlds", {}),
      ]) {
        expect(refused.status, JSON.stringify(refused.body)).toBe(503);
        expect(JSON.stringify(refused.body)).toContain('"UNAVAILABLE"');
      }
    }
    expect(await state()).toEqual(before);

    await full.end();
    expect(await state()).toEqual(before);
    const withdrawId = await one.open(1_000);
    for (const account of accounts) expect((await account.initiate(1_000)).status).toBe(409);
    await one.cancel(withdrawId);
    await one.charge({ total: 500 });
    await one.quiet();
    expect(receiver.requests.length - told).toBe(1);
    expect((await one.ask("GET", "/sandbox/worlds")).at("worlds")).toHaveLength(1);
    const [first, ...others] = await state();
    for (const other of others) expect(other).toEqual(first);
  }
});
