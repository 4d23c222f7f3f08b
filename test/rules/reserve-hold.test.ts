import { describe, expect, it } from "vitest";
import { day, later, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

const tenPercent = { percent: 10, holdFor: "P30D" };
const releaseAt = later(startAt, 30 * day);

describe("reserve hold: HELD until released", () => {
  it("a part of a payment is held: it is in reservedBalance and reserveHolds and not in balance", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: "no-retention" });
    const { account, ask } = sandbox;
    await account.settings({ retention: tenPercent });
    const before = await account.balance();
    const chargeId = await account.charge({ total: 9_995, paid: true });
    // 999.5 cents are rounded half up.
    const hold = { chargeId, amountCents: 1_000, releaseAt, status: "HELD" };
    expect((await ask("GET", "/account-balance")).at("data")).toEqual({
      balance: before + 8_995,
      currency: "BRL",
      reservedBalance: 1_000,
      reserveHolds: [hold],
    });
    expect((await ask("GET", `/sandbox/charges/${chargeId}`)).at("hold")).toMatchObject({
      amountCents: 1_000,
      releaseAt,
    });
  });

  it("on release, at exactly releaseAt and not 1 ms before, the hold leaves reserveHolds and counts in balance", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const [hold] = await account.holds();
    expect(hold).toMatchObject({ amountCents: 25_000, releaseAt, status: "HELD" });
    await account.advance({ to: later(releaseAt, -1) });
    expect((await ask("GET", "/account-balance")).at("data")).toMatchObject({
      balance: 150_000,
      reservedBalance: 25_000,
      reserveHolds: [hold],
    });
    await account.advance({ to: releaseAt });
    expect((await ask("GET", "/account-balance")).at("data")).toEqual({
      balance: 175_000,
      currency: "BRL",
      reservedBalance: 0,
      reserveHolds: [],
    });
  });

  it.each(["refund", "chargeback"] as const)(
    "%s takes the hold of the charge first, then available, below zero on the wire",
    async (move) => {
      await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
      const { account, ask } = sandbox;
      await account.settings({ retention: { percent: 40, holdFor: "P30D" } });
      const other = await account.charge({ total: 1_000, paid: true });
      const chargeId = await account.charge({ total: 10_000, paid: true });
      await account.openConfirmed(6_500);
      await account.advance({ by: "PT10S" });
      expect(await account.balance()).toBe(100);
      await account.move(chargeId, move);
      const reserveHolds = [{ chargeId: other, amountCents: 400, releaseAt, status: "HELD" }];
      const data = { balance: -5_900, currency: "BRL", reservedBalance: 400, reserveHolds };
      expect((await ask("GET", "/account-balance")).at("data")).toEqual(data);
      await account.advance({ to: releaseAt });
      expect(await account.balance()).toBe(-5_500);
    },
  );
});
