import { describe, expect, it } from "vitest";
import { startCheckedSandbox } from "./checked-sandbox.ts";

describe("limits", () => {
  it("open withdrawals per company: 1", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const answers = await Promise.all(Array.from({ length: 10 }, () => account.initiate(1_000)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await account.balance()).toBe(149_000);
  });

  it("OTP length: 6 digits, leading zeros too", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const codes: string[] = [];
    // Among the codes of this seed is one that begins with a zero; it is confirmed as it was sent.
    for (let i = 0; i < 60 && !codes.at(-1)?.startsWith("0"); i += 1) {
      const withdrawId = await account.open(301);
      codes.push(await account.code(withdrawId));
      expect((await account.confirm(withdrawId, codes.at(-1) ?? "")).status).toBe(200);
    }
    expect(codes.every((code) => /^[0-9]{6}$/.test(code))).toBe(true);
    expect(codes.at(-1)).toMatch(/^0/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it("the fifth wrong code blocks /confirm", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.open();
    const statuses: number[] = [];
    for (const wrong of await account.wrongCodes(withdrawId, 7)) {
      statuses.push((await account.confirm(withdrawId, wrong)).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 423, 423]);
  });

  it("OTP lifetime: a few minutes", async () => {
    await using sandbox = await startCheckedSandbox();
    expect((await sandbox.ask("GET", "/sandbox/settings")).at("otpLifetime")).toBe("PT5M");
  });

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

  it("withdrawal fee: configurable per instance; it comes out of the value", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    await account.settings({ withdrawalFee: 1_234 });
    expect((await account.initiate(10_000)).at("data")).toMatchObject({ value: 10_000, fee: 1_234, netValue: 8_766 });
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

  it("unit of amounts: cents, safe integers above zero", async () => {
    await using sandbox = await startCheckedSandbox();
    for (const value of [1.5, 0, -1, "500", null, 9_007_199_254_740_992, true]) {
      const refused = await sandbox.ask("POST", "/account-balance/withdraw", { value });
      expect([value, refused.status, refused.at("data.code")]).toEqual([value, 400, "REQUEST_MALFORMED"]);
    }
    expect(await sandbox.account.history()).toEqual([]);
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
