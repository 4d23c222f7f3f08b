import { describe, expect, it } from "vitest";
import { startCheckedSandbox } from "./checked-sandbox.ts";

describe("limits", () => {
  it("default minimum withdrawal: 101 cents; configurable per instance", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    await account.settings({ withdrawalFee: 0 });
    expect((await account.initiate(100)).at("data")).toEqual({
      code: "WITHDRAWAL_BELOW_MINIMUM",
      value: 100,
      minimum: 101,
      fee: 0,
      realMinimum: 101,
    });
    expect((await account.initiate(101)).status).toBe(201);
    await account.settings({ minimumWithdrawal: 5_000 });
    await account.cancel(String((await account.history())[0]?.withdrawId));
    expect((await account.initiate(4_999)).status).toBe(422);
    expect((await account.initiate(5_000)).status).toBe(201);
  });

  it("the least that can be withdrawn is the minimum and the fee together", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const below = await account.initiate(300);
    expect(below.status).toBe(422);
    expect(below.at("data")).toEqual({
      code: "WITHDRAWAL_BELOW_MINIMUM",
      value: 300,
      minimum: 101,
      fee: 200,
      realMinimum: 301,
    });
    expect((await account.initiate(301)).at("data")).toMatchObject({ netValue: 101 });
  });

  it("the whole balance can be withdrawn, and not a cent more", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    expect((await account.initiate(150_001)).at("data")).toEqual({
      code: "INSUFFICIENT_BALANCE",
      value: 150_001,
      balance: 150_000,
    });
    expect((await account.initiate(150_000)).status).toBe(201);
    expect(await account.balance()).toBe(0);
  });

  it("the largest safe amount is counted exactly, and no more than that is let in", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
    const { account, ask } = sandbox;
    await account.charge({ total: Number.MAX_SAFE_INTEGER, paid: true });
    expect(await account.balance()).toBe(Number.MAX_SAFE_INTEGER);
    const full = await ask("POST", "/sandbox/charges", { total: 1, paid: true });
    expect(full.status).toBe(422);
    expect(full.at("code")).toBe("LEDGER_FULL");
    expect((await account.initiate(Number.MAX_SAFE_INTEGER)).status).toBe(201);
  });
});
