import { inject, test } from "vitest";
import { asker } from "../../src/client/connection.ts";
import { rowsOf } from "../rules/json-reading.ts";
import { Owners } from "./owners.ts";
import { makeWorld, Replicas } from "./replicas.ts";

const REQUESTS = 200;

test.concurrent.for([
  ["SIGTERM", [200]],
  // Until its lease has ended, its worlds are its own, and who asks may be told to ask again.
  ["SIGKILL", [200, 503]],
] as const)(
  "%s of an owner, and a storm of first requests at its world: one replica takes it once",
  async ([signal, statuses], { expect }) => {
    await using stack = new AsyncDisposableStack();
    const replicas = stack.use(await Replicas.start(inject("databaseUrl"), ["--clock", "frozen"]));
    const owners = new Owners(inject("databaseUrl"), replicas);
    const last = await replicas.add();
    const { worldId, apiKey } = await makeWorld(last);
    const epoch = await owners.epochOf(worldId);
    expect((await owners.of(worldId)).owner.url).toBe(last.url);
    const withdraw = asker({ url: last.url, apiKey });
    expect((await withdraw("POST", "/account-balance/withdraw", { value: 10_000 })).status).toBe(201);
    await replicas.remove(last, signal);
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, i) => asker({ url: replicas.at(i).url, apiKey })("GET", "/account-balance")),
    );
    for (const { status, body } of answers) expect(statuses, JSON.stringify(body)).toContain(status);
    // A world that was killed is taken by a process that sees it, if no request asks for it any more.
    while ((await asker({ url: replicas.at(0).url, apiKey })("GET", "/account-balance")).status !== 200);
    expect(await owners.epochOf(worldId)).toBe(epoch + 1);
    // What it had no time to note is noted by the next owner.
    for (const { ask } of replicas.all) {
      const listed = async () => rowsOf(await ask("GET", "/sandbox/worlds"), "worlds");
      await expect
        .poll(async () => (await listed()).find((one) => one.worldId === worldId))
        .toMatchObject({ openWithdrawals: 1 });
    }
  },
);

test.concurrent("what a killed process was to do by itself is done by others, though no request asks for its worlds", async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack();
  const replicas = stack.use(await Replicas.start(inject("databaseUrl"), []));
  const owners = new Owners(inject("databaseUrl"), replicas);
  const last = await replicas.add();
  await Promise.all(Array.from({ length: 40 }, () => makeWorld(last)));
  expect(await owners.countOf(last)).toBeGreaterThanOrEqual(40);
  const lost = await owners.loses(last);
  await replicas.remove(last, "SIGKILL");
  await lost();
});
