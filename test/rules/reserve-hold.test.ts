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

  it("there is no event for the release of a hold", async () => {
    await using sandbox = await startCheckedSandbox();
    const before = await sandbox.account.notifications();
    await sandbox.account.advance({ to: releaseAt });
    expect(await sandbox.account.notifications()).toEqual(before);
    expect(await sandbox.account.events("HoldReleased")).toHaveLength(1);
  });

  it("retention is a setting of the instance that a company may override, or have none", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
    const { account, ask } = sandbox;
    const held = async () => {
      const before = Number((await ask("GET", "/account-balance")).at("data.reservedBalance"));
      await account.charge({ total: 1_000, paid: true });
      return Number((await ask("GET", "/account-balance")).at("data.reservedBalance")) - before;
    };
    expect(await held()).toBe(0);
    await account.settings({ retention: tenPercent });
    expect(await held()).toBe(100);
    await ask("PATCH", "/sandbox/company", { retention: { percent: 50, holdFor: "P1D" } });
    expect(await held()).toBe(500);
    await ask("PATCH", "/sandbox/company", { retention: { percent: 0, holdFor: "P1D" } });
    expect(await held()).toBe(0);
    await ask("PATCH", "/sandbox/company", { retention: null });
    expect(await held()).toBe(100);
    await account.settings({ retention: null });
    expect(await held()).toBe(0);
  });

  it("a hold keeps the date and amount that it was made with when the retention is changed", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
    const { account } = sandbox;
    await account.settings({ retention: tenPercent });
    await account.charge({ total: 1_000, paid: true });
    await account.settings({ retention: { percent: 90, holdFor: "P1D" } });
    expect(await account.holds()).toMatchObject([{ amountCents: 100, releaseAt }]);
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

  it("after its release a reversal takes the whole charge from available", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
    const { account, ask } = sandbox;
    await account.settings({ retention: tenPercent });
    const chargeId = await account.charge({ total: 1_000, paid: true });
    await account.advance({ to: releaseAt });
    await account.move(chargeId, "chargeback");
    expect((await ask("GET", "/account-balance")).at("data")).toMatchObject({ balance: 0, reservedBalance: 0 });
  });

  it("several holds are released one by one, each at its own time", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: "with-retention" });
    const { account } = sandbox;
    const holds = await account.holds();
    expect(holds.length).toBeGreaterThan(2);
    for (let left = holds.length; left > 0; left -= 1) {
      const before = await account.balance();
      const advanced = await account.advance({ toNext: true });
      expect(advanced.at("fired.0.type")).toBe("HoldReleased");
      expect(advanced.at("to")).toBe(advanced.at("fired.0.at"));
      expect(await account.balance()).toBe(before + Number(advanced.at("fired.0.data.amountCents")));
      expect(await account.holds()).toHaveLength(left - 1);
    }
  });
});
