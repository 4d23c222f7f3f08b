import { describe, expect, it } from "vitest";
import { later, startCheckedSandbox } from "./checked-sandbox.ts";

const endToEndId = /^E\d{8}\d{12}[0-9A-Za-z]{11}$/;

describe("automatic withdrawal", () => {
  const six = "2026-03-03T09:00:00.000Z"; // 06:00 in São Paulo

  it("transfers the available balance every day without an API call, is in the history and fires withdraw.completed", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    await ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
    await account.advance({ to: later(six, -1) });
    expect(await account.history()).toEqual([]);
    await account.advance({ to: six });
    expect(await account.history()).toMatchObject([
      { status: "APPROVED", value: 150_000, fee: 200, netValue: 149_800 },
    ]);
    expect(await account.balance()).toBe(0);
    await account.advance({ by: "PT10S" });
    const [record] = await account.history();
    expect(record).toMatchObject({ status: "CONFIRMED", createdAt: six });
    expect(record?.endToEndId).toMatch(endToEndId);
    expect(await account.told("withdraw.completed")).toMatchObject([
      { origin: "AUTOMATIC", withdrawId: record?.withdrawId, value: 150_000, endToEndId: record?.endToEndId },
    ]);
    expect((await ask("GET", "/sandbox/inbox")).at("messages")).toEqual([]);
  });

  it("needs no code and no review, and does not wait for an open withdrawal", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    await account.settings({ manualApproval: true });
    await ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
    const open = await account.open(30_000);
    await account.advance({ to: later(six, 10_000) });
    const [automatic, manual] = await account.history();
    expect(automatic).toMatchObject({ status: "CONFIRMED", value: 120_000 });
    expect(manual).toMatchObject({ withdrawId: open, status: "CREATED" });
    const details = await account.withdrawal(String(automatic?.withdrawId));
    expect(details.body).toMatchObject({ origin: "AUTOMATIC", otpExpiresAt: null, attemptsLeft: null, blocked: false });
  });

  it("is skipped below the floor, and made at the floor", async () => {
    await using sandbox = await startCheckedSandbox({
      fixture: { companies: [{ name: "A", balance: 300, automaticWithdrawal: { at: "06:00" } }] },
    });
    const { account } = sandbox;
    await account.advance({ to: six });
    expect(await account.history()).toEqual([]);
    expect(await account.events("AutomaticWithdrawalSkipped")).toMatchObject([
      { at: six, data: { availableCents: 300, floorCents: 301 } },
    ]);
    await account.charge({ total: 1, paid: true });
    await account.advance({ by: "P1D" });
    expect(await account.history()).toMatchObject([{ value: 301, netValue: 101 }]);
  });

  it("is skipped below zero", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: "negative-balance" });
    await sandbox.ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
    const before = (await sandbox.account.history()).length;
    await sandbox.account.advance({ by: "P3D" });
    expect(await sandbox.account.history()).toHaveLength(before);
    expect(await sandbox.account.events("AutomaticWithdrawalSkipped")).toHaveLength(3);
  });

  it("takes the hold that is released at the same instant, or earlier that day", async () => {
    await using sandbox = await startCheckedSandbox({
      startAt: later(six, 0),
      fixture: {
        companies: [
          {
            name: "A",
            balance: 1_000,
            holds: [{ amountCents: 500, releaseIn: "P1D" }],
            automaticWithdrawal: { at: "06:00" },
          },
        ],
      },
    });
    await sandbox.account.advance({ by: "P1D" });
    expect(await sandbox.account.history()).toMatchObject([{ value: 1_500 }]);
  });

  it("ends when it is taken off, and moves when its time is changed", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A", balance: 1_000 }] } });
    const { account, ask } = sandbox;
    await ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
    await ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "07:30" } });
    const items = (await ask("GET", "/sandbox/agenda")).at("items");
    expect(items).toMatchObject([{ type: "automatic-withdrawal", dueAt: "2026-03-03T10:30:00.000Z" }]);
    await ask("PATCH", "/sandbox/company", { automaticWithdrawal: null });
    await account.advance({ by: "P3D" });
    expect(await account.events("AutomaticWithdrawalMade")).toEqual([]);
    expect((await ask("GET", "/sandbox/agenda")).at("items")).toEqual([]);
  });
});
