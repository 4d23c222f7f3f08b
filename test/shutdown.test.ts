import { expect, test } from "vitest";
import type { Ask } from "../src/client/connection.ts";
import { type Receiver, type Respond, startReceiver } from "../src/outbound/testing/receiver.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { Account, hookHost } from "./rules/account.ts";

test("stopping does not wait for an advance to arrive: it ends at a commit, and its request is told so", async () => {
  const sandbox = await startSandbox({ fixture: "automatic-withdrawal" });
  const advancing = sandbox.ask("POST", "/sandbox/clock/advance", { to: "9000-01-01T00:00:00Z" });
  const started = async () => (await sandbox.ask("GET", "/sandbox/clock")).text("now") > "2026-04";
  while (!(await started())) await new Promise(setImmediate);
  await sandbox[Symbol.asyncDispose]();
  const answer = await advancing;
  expect([answer.status, answer.at("code")]).toEqual([503, "UNAVAILABLE"]);
});

/** A receiver whose answers a test gives when it likes. */
async function startPatientReceiver(): Promise<Receiver & { readonly answers: readonly Respond[] }> {
  const answers: Respond[] = [];
  const receiver = await startReceiver((_request, respond) => void answers.push(respond));
  return Object.assign(receiver, { answers });
}

/** A sandbox with a webhook at a receiver, and an attempt to deliver to it under way; it gives nothing up for a minute. */
async function startDelivering(receiver: Receiver) {
  const sandbox = await startSandbox({ routes: { [hookHost]: receiver.url }, closeWithinMs: 60_000 });
  const { ask } = sandbox;
  const account = new Account(ask);
  await account.settings({ webhookTimeout: "PT60S" });
  const { webhookId } = await account.webhook(["charge.paid"]);
  await account.testWebhook(webhookId);
  await receiver.reached(1);
  return { ask, account, webhookId, close: () => sandbox[Symbol.asyncDispose]() };
}

/** Waits until the server refuses what is new: it has begun to stop. */
async function refusing(ask: Ask): Promise<void> {
  while ((await ask("GET", "/account-balance")).status !== 503) await new Promise(setImmediate);
}

test("a sandbox that is told to stop waits for the answer to an attempt that is under way, and until then is not ready and refuses everything new", async () => {
  await using receiver = await startPatientReceiver();
  const { ask, webhookId, close } = await startDelivering(receiver);
  const closed = close();
  await refusing(ask);
  const refused = [
    await ask("GET", "/sandbox/health"),
    await ask("POST", `/webhook/${webhookId}/test`),
    await ask("POST", "/sandbox/charges", { total: 1_000, paid: true }),
    await ask("POST", "/sandbox/worlds", {}),
  ];
  expect(refused.map(({ status, body }) => [status, Object(body).code ?? Object(body).data.code])).toEqual(
    refused.map(() => [503, "UNAVAILABLE"]),
  );
  expect(refused[0]?.text("detail")).toContain("shutting down");
  receiver.answers[0]?.("ok");
  await closed;
  expect(receiver.requests).toHaveLength(1);
});
