import { expect, test } from "vitest";
import { startReceiver } from "../src/outbound/testing/receiver.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { Account, hookHost } from "./rules/account.ts";

test("silent receivers of five worlds keep no other world's deliveries or advances waiting", async () => {
  await using silent = await startReceiver("silent");
  await using healthy = await startReceiver("ok");
  await using sandbox = await startSandbox({ closeWithinMs: 0 });
  for (let i = 0; i < 5; i += 1) {
    const account = new Account((await sandbox.world()).ask);
    await account.routes({ [hookHost]: silent.url });
    await account.settings({ webhookTimeout: "PT5M" });
    await account.webhook(["charge.paid"]);
    await Promise.all(Array.from({ length: 65 }, () => account.charge({ total: 1_000, paid: true })));
  }
  await silent.reached(256);
  const sixth = await sandbox.world();
  const account = new Account(sixth.ask);
  await account.routes({ [hookHost]: healthy.url });
  await account.webhook(["charge.paid", "charge.expired"]);
  await account.charge({ total: 1_000, paid: true });
  await healthy.reached(1);
  for (let i = 0; i < 10; i += 1) await account.charge({ total: 1_000, expiresIn: "PT1H" });
  const advanced = await sixth.ask("POST", "/sandbox/clock/advance", { by: "PT1H" });
  expect(advanced.at("attempts")).toEqual({ made: 10, succeeded: 10, failed: 0 });
});
