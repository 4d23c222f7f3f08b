// With vitest, against a sandbox in this process: npx vitest run examples
import { startSandbox } from "saldo/testing";
import { expect, test } from "vitest";
import { startApplication } from "./application.ts";

test("a payout is confirmed with the code, and we are told when it is paid", async () => {
  await using application = await startApplication();
  await using saldo = await startSandbox({ routes: { "hooks.acme.dev": `http://127.0.0.1:${application.port}` } });
  const payouts = await application.connect(saldo);

  const withdrawId = await payouts.begin(50_000);
  expect(await payouts.confirm(withdrawId, await saldo.inbox.latestCode(withdrawId))).toBe("APPROVED");
  expect(application.told).toEqual([]);

  // The bank takes ten seconds, which pass at once; when this returns, our receiver has answered.
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
