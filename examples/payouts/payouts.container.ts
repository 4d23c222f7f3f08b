// With vitest, against a sandbox in a container of the image SALDO_IMAGE: npm run test:containers
import { SaldoContainer, type StartedSaldoContainer } from "saldo/testcontainers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Application, startApplication } from "./application.ts";

let application: Application;
let container: StartedSaldoContainer;

beforeAll(async () => {
  application = await startApplication("0.0.0.0");
  container = await new SaldoContainer(process.env.SALDO_IMAGE)
    .withReceiver("hooks.acme.dev", application.port)
    .start();
});

afterAll(async () => {
  await container?.stop();
  await application?.[Symbol.asyncDispose]();
});

test("a payout is confirmed with the code, and a webhook arrives when it is paid", async () => {
  await using saldo = await container.client.world();
  const payouts = await application.connect(saldo);

  const withdrawId = await payouts.begin(50_000);
  expect(await payouts.confirm(withdrawId, await saldo.inbox.latestCode(withdrawId))).toBe("APPROVED");

  await saldo.clock.advance({ by: "PT10S" });
  expect(application.told).toMatchObject([{ event: "withdraw.completed", data: { withdrawId } }]);
});

test("tests that share a container never meet: each has a world of its own", async () => {
  await using one = await container.client.world();
  await using other = await container.client.world();
  const payouts = await application.connect(one);
  await payouts.begin(50_000);
  await one.clock.advance({ by: "P30D" });

  expect((await other.clock.read()).now).toBe("2026-03-02T12:00:00.000Z");
  await expect(other.inbox.latestCode()).rejects.toThrow("no code was sent");
});
