// With Node's test runner: node --test examples/payouts/payouts.node.ts
import assert from "node:assert/strict";
import { test } from "node:test";
import { startSandbox } from "saldo/testing";
import { startApplication } from "./application.ts";

test("a payout that needs a review is paid after its approval", async () => {
  await using application = await startApplication();
  await using saldo = await startSandbox({ routes: { "hooks.acme.dev": `http://127.0.0.1:${application.port}` } });
  await saldo.settings.change({ manualApproval: true });
  const payouts = await application.connect(saldo);

  const withdrawId = await payouts.begin(50_000);
  assert.equal(await payouts.confirm(withdrawId, await saldo.inbox.latestCode(withdrawId)), "PENDING_REVIEW");

  // After a week an administrator approves it.
  await saldo.clock.advance({ by: "P7D" });
  assert.deepEqual(application.told, []);
  await saldo.withdrawals.approve(withdrawId);
  await saldo.clock.advance({ by: "PT10S" });
  assert.deepEqual(
    application.told.map(({ event }) => event),
    ["withdraw.completed"],
  );
});
