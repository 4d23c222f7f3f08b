import { describe, expect, it } from "vitest";
import { startCheckedSandbox } from "./checked-sandbox.ts";

describe("withdrawal fee simulation", () => {
  const simulated = { fee: 200, minimum: 101, realMinimum: 301 };

  it("simulates the net amount of the whole balance", async () => {
    await using sandbox = await startCheckedSandbox();
    const answer = await sandbox.ask("GET", "/account-balance/withdraw-fee");
    expect(answer.at("data")).toEqual({ ...simulated, value: 150_000, netValue: 149_800 });
    expect(await sandbox.account.balance()).toBe(150_000);
  });

  it("simulates an amount that is given, and says the same as the withdrawal then does", async () => {
    await using sandbox = await startCheckedSandbox();
    await sandbox.account.settings({ withdrawalFee: 350, minimumWithdrawal: 500 });
    const answer = await sandbox.ask("GET", "/account-balance/withdraw-fee?value=20000");
    expect(answer.at("data")).toEqual({ value: 20_000, fee: 350, netValue: 19_650, minimum: 500, realMinimum: 850 });
    expect((await sandbox.account.initiate(20_000)).at("data")).toMatchObject({ fee: 350, netValue: 19_650 });
  });

  it("has nothing to send from a balance below zero", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: "negative-balance" });
    expect(await sandbox.account.balance()).toBeLessThan(0);
    const answer = await sandbox.ask("GET", "/account-balance/withdraw-fee");
    expect(answer.at("data")).toEqual({ ...simulated, value: 0, netValue: -200 });
    expect((await sandbox.account.initiate(301)).at("data.code")).toBe("INSUFFICIENT_BALANCE");
  });

  it("says by how much the fee is more than the value", async () => {
    await using sandbox = await startCheckedSandbox();
    const answer = await sandbox.ask("GET", "/account-balance/withdraw-fee?value=150");
    expect(answer.at("data")).toEqual({ ...simulated, value: 150, netValue: -50 });
  });

  it("refuses values that are no amount", async () => {
    await using sandbox = await startCheckedSandbox();
    for (const value of ["0", "-1", "1.5", "abc", "", "9007199254740992"]) {
      const answer = await sandbox.ask("GET", `/account-balance/withdraw-fee?value=${value}`);
      expect([value, answer.status]).toEqual([value, 400]);
    }
  });
});
