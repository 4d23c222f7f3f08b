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
});
