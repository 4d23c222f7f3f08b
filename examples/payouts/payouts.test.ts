// With vitest, against a sandbox in this process: npx vitest run examples
import { createHmac } from "node:crypto";
import { startSandbox } from "saldo/testing";
import { expect, test } from "vitest";
import { startApplication } from "./application.ts";

test("a payout is confirmed with the code, and a webhook arrives when it is paid", async () => {
  await using application = await startApplication();
  await using saldo = await startSandbox({ routes: { "hooks.acme.dev": `http://127.0.0.1:${application.port}` } });
  const payouts = await application.connect(saldo);

  const withdrawId = await payouts.begin(50_000);
  expect(await payouts.confirm(withdrawId, await saldo.inbox.latestCode(withdrawId))).toBe("APPROVED");
  expect(application.told).toEqual([]);

  // The bank takes ten seconds. When this call returns, our receiver has already answered.
  await saldo.clock.advance({ by: "PT10S" });
  expect(application.told).toMatchObject([{ event: "withdraw.completed", data: { withdrawId } }]);
});

test("a code that came too late is replaced", async () => {
  await using application = await startApplication();
  await using saldo = await startSandbox();
  const payouts = await application.connect(saldo);

  const withdrawId = await payouts.begin(50_000);
  const late = await saldo.inbox.latestCode(withdrawId);
  await saldo.clock.advance({ by: "PT5M" });
  await expect(payouts.confirm(withdrawId, late)).rejects.toMatchObject({ code: "OTP_EXPIRED" });

  await payouts.resendCode(withdrawId);
  expect(await payouts.confirm(withdrawId, await saldo.inbox.latestCode(withdrawId))).toBe("APPROVED");
});

test("a lost response causes no second withdrawal, and a withdrawal of another amount is not ours", async () => {
  await using application = await startApplication();
  await using saldo = await startSandbox();
  const payouts = await application.connect(saldo);

  await saldo.faults.add({ kind: "lose-response", operationId: "initiateWithdrawal" });
  await expect(payouts.begin(50_000)).rejects.toThrow("got no answer");
  const withdrawId = await payouts.begin(50_000);
  const { data } = await saldo.api.GET("/account-balance/withdrawals");
  expect(data?.data).toMatchObject([{ withdrawId, value: 50_000 }]);
  await expect(payouts.begin(20_000)).rejects.toMatchObject({ code: "WITHDRAWAL_ALREADY_OPEN" });
});

test("a delivery signed with an empty secret is rejected, also before the webhook exists", async () => {
  await using application = await startApplication();
  const body = JSON.stringify({ event: "withdraw.completed", data: {}, timestamp: "2026-03-02T12:00:00.000Z" });
  const signature = `sha256=${createHmac("sha256", "").update(body).digest("hex")}`;
  const headers = { "content-type": "application/json", "x-webhook-signature": signature, "x-webhook-delivery": "1" };
  const answer = await fetch(`http://127.0.0.1:${application.port}/hooks`, { method: "POST", headers, body });
  expect([answer.status, application.told]).toEqual([401, []]);
});
