import { expect, test } from "vitest";
import { asker } from "../src/client/connection.ts";
import { startReceiver } from "../src/outbound/testing/receiver.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { RunningSaldo } from "./running-saldo.ts";
import { unfinished } from "./unfinished-clients.ts";

test.concurrent("a sandbox ends with an advance that waits for a silent receiver", async () => {
  await using silent = await startReceiver("silent");
  const sandbox = await startSandbox();
  await unfinished["an advance that waits for a silent receiver"](sandbox, sandbox.apiKey, silent);
  await sandbox[Symbol.asyncDispose]();
});

test.concurrent("a process ends with 0 with everything else that is unfinished", async () => {
  await using silent = await startReceiver("silent");
  await using saldo = new RunningSaldo(["--clock", "frozen"]);
  const client = await clientOf(saldo);
  for (const [what, begin] of Object.entries(unfinished)) {
    // One attempt is enough, and no fault or change of the clock passes while an advance waits.
    if (!what.startsWith("an advance")) await begin(client, client.apiKey, silent);
  }
  expect(await saldo.stop()).toBe(0);
});

test.concurrent("a process does not wait after a second signal", async () => {
  await using silent = await startReceiver("silent");
  await using saldo = new RunningSaldo(["--clock", "frozen"]);
  const client = await clientOf(saldo);
  await unfinished["an attempt to a silent receiver"](client, client.apiKey, silent);
  // While it is stopped it notices neither: so the second one certainly comes before the end.
  for (const signal of ["SIGSTOP", "SIGTERM", "SIGINT", "SIGCONT"] as const) saldo.child.kill(signal);
  expect(await saldo.ended()).toBe(1);
});

async function clientOf(saldo: RunningSaldo) {
  const connection = { url: await saldo.address(), apiKey: "sandbox-key" };
  return { ...connection, ask: asker(connection) };
}
