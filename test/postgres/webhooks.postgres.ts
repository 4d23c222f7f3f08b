import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { asker } from "../../src/client/connection.ts";
import { PUBLIC_API_KEY } from "../../src/engine/api-key.ts";
import { type Receiver, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { Account } from "../rules/account.ts";
import { RunningSaldo } from "../running-saldo.ts";

/** Three processes with one database, and their first world as each of them shows it. */
async function replicas(stack: AsyncDisposableStack) {
  const schema = `saldo_${randomUUID().replaceAll("-", "")}`;
  const variables = { SALDO_STORE: inject("databaseUrl"), SALDO_PG_SCHEMA: schema, SALDO_WEBHOOK_URLS: "any" };
  const processes = Array.from({ length: 3 }, () => stack.use(new RunningSaldo([], variables)));
  const accounts = await Promise.all(
    processes.map(async (process) => new Account(asker({ url: await process.address(), apiKey: PUBLIC_API_KEY }))),
  );
  const [one, two, three] = accounts;
  if (one === undefined || two === undefined || three === undefined) throw new Error("there are three");
  return { processes, schema, accounts, one, two, three };
}

/** The processes that have an attempt under way, by their ids. */
async function claimsIn(schema: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  try {
    return (await client.query(`SELECT by FROM "${schema}".attempt WHERE until > 0`)).rows;
  } finally {
    await client.end();
  }
}

const idsOf = ({ requests }: Receiver) => requests.map(({ headers }) => String(headers["x-webhook-delivery"]));

test("each attempt is made by one process and recorded once", async () => {
  await using stack = new AsyncDisposableStack();
  const receiver = stack.use(await startReceiver());
  const { accounts, one, three } = await replicas(stack);
  await one.webhook(["charge.pending"], receiver.url);
  const charges = Array.from({ length: 20 }, () => accounts.map((account) => account.charge({ total: 100 })));
  await Promise.all(charges.flat());
  await receiver.reached(60);
  await three.quiet();
  expect(new Set(idsOf(receiver)).size).toBe(60);
  expect(receiver.requests).toHaveLength(60);
  expect((await one.events("AttemptRecorded")).length).toBe(60);
});

test.each(["SIGKILL", "SIGTERM"] as const)(
  "what a process was doing when it got a %s is done by another one",
  async (signal) => {
    await using stack = new AsyncDisposableStack();
    const receiver = stack.use(await startReceiver("silent"));
    const { processes, schema, one, two } = await replicas(stack);
    await one.webhook(["charge.pending"], receiver.url);
    await one.charge({ total: 100 });
    await receiver.reached(1);
    await two.balance();
    receiver.behave("ok");
    const claims = await claimsIn(schema);
    expect(claims).toHaveLength(1);
    await processes[0]?.stop(signal);
    // The claim of a process that was killed lapses by itself. One that is asked to end gives it back.
    if (signal === "SIGTERM") expect(await claimsIn(schema)).not.toContainEqual(claims[0]);
    await receiver.reached(2);
    const [first, second] = idsOf(receiver);
    expect(second).toBe(first);
    await two.quiet();
    expect((await two.events("AttemptRecorded")).length).toBe(1);
  },
);
