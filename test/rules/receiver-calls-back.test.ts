import { expect, it } from "vitest";
import type { Account } from "./account.ts";
import { later, second, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { readDelivery } from "./received-delivery.ts";

it("a receiver may call the sandbox back, and sees the instant of the attempt", async () => {
  const seen: unknown[] = [];
  let account: Account | undefined;
  await using sandbox = await startHookedSandbox(async (request, respond) => {
    if (account === undefined) return respond(500);
    const { event, timestamp } = readDelivery(request);
    const balance = await account.balance();
    if (event === "charge.expired") await account.charge({ total: 700, paid: true });
    seen.push([event, timestamp, await account.now(), balance]);
    return respond(event === "charge.expired" && seen.length === 1 ? 500 : "ok");
  });
  account = sandbox.account;
  await account.webhook(["charge.expired", "charge.paid"]);
  await account.charge({ total: 100, expiresIn: "PT10S" });
  const advanced = await account.advance({ by: "PT1M" });
  const [first, retry] = [later(startAt, 10 * second), later(startAt, 15 * second)];
  expect(seen).toEqual([
    ["charge.expired", first, first, 150_000],
    ["charge.paid", first, first, 150_700],
    ["charge.expired", retry, retry, 150_700],
    ["charge.paid", retry, retry, 151_400],
  ]);
  expect(advanced.at("attempts")).toEqual({ made: 4, succeeded: 3, failed: 1 });
  expect((await account.told("charge.paid")).slice(-2)).toMatchObject([{ paidAt: first }, { paidAt: retry }]);
});
