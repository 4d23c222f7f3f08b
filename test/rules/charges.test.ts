import { describe, expect, it } from "vitest";
import { later, minute, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

const customer = { id: "c-1", name: "Ana Lima", email: "ana.lima@example.com", phone: "+5511987654321" };

describe("charge: as reflected by events", () => {
  it("charge.pending -> PENDING: a new charge", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const created = await ask("POST", "/sandbox/charges", {
      total: 9_900,
      externalId: "p-1",
      customer,
      expiresIn: "PT1H",
    });
    expect(created.status).toBe(201);
    const chargeId = created.text("chargeId");
    const companyId = created.text("companyId");
    expect(await account.notifications()).toContainEqual({
      event: "charge.pending",
      timestamp: startAt,
      data: {
        chargeId,
        companyId,
        paymentStatus: "PENDING",
        previousStatus: null,
        total: 9_900,
        externalId: "p-1",
        customer,
        paidAt: null,
        expiresAt: later(startAt, 60 * minute),
      },
    });
    expect(await account.balance()).toBe(150_000);
  });

  it.each([["PENDING"], ["PROCESSING"]])(
    "charge.paid -> PAID from %s: payment confirmed, at once available without retention",
    async (from) => {
      await using sandbox = await startCheckedSandbox();
      const { account } = sandbox;
      const chargeId = await account.charge({ total: 9_900 });
      if (from === "PROCESSING") await account.move(chargeId, "process");
      await account.advance({ by: "PT1M" });
      const paid = await account.move(chargeId, "pay");
      const paidAt = later(startAt, minute);
      expect(paid.body).toMatchObject({ paymentStatus: "PAID", previousStatus: from, hold: null, paidAt });
      expect((await account.told("charge.paid")).slice(-1)).toMatchObject([
        { chargeId, paymentStatus: "PAID", previousStatus: from, paidAt: later(startAt, minute) },
      ]);
      expect(await account.balance()).toBe(159_900);
      expect(await account.holds()).toHaveLength(1);
    },
  );

  it("charge.expired -> EXPIRED: when told, and not a second time at expiresAt", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const chargeId = await account.charge({ total: 9_900, expiresIn: "PT10M" });
    expect((await account.move(chargeId, "expire")).at("paymentStatus")).toBe("EXPIRED");
    await account.advance({ by: "P1D" });
    expect(await account.told("charge.expired")).toHaveLength(1);
  });

  it("PAID -> REFUNDED: the money goes back; no event tells of it", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const chargeId = await account.charge({ total: 9_900, paid: true });
    const before = (await account.notifications()).length;
    const refunded = await account.move(chargeId, "refund");
    expect(refunded.body).toMatchObject({ paymentStatus: "REFUNDED", previousStatus: "PAID", reversal: "REFUND" });
    expect(await account.balance()).toBe(150_000);
    expect(await account.notifications()).toHaveLength(before);
  });

  it("dispute.chargeback: received on a paid charge, whose paymentStatus stays", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const chargeId = await account.charge({ total: 9_900, paid: true, externalId: "p-2", customer });
    await account.advance({ by: "PT1M" });
    const answer = await account.move(chargeId, "chargeback");
    expect(answer.body).toMatchObject({ paymentStatus: "PAID", reversal: "CHARGEBACK" });
    expect(await account.told("dispute.chargeback")).toMatchObject([
      {
        chargeId,
        paymentStatus: "PAID",
        total: 9_900,
        externalId: "p-2",
        customer,
        chargebackAt: later(startAt, minute),
      },
    ]);
    expect(await account.balance()).toBe(150_000);
  });

  it("there is one reversal of a charge, and none of an unpaid one", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const unpaid = await account.charge({ total: 9_900 });
    for (const move of ["refund", "chargeback"] as const) {
      expect((await account.move(unpaid, move)).body).toMatchObject({
        code: "CHARGE_STATE_CONFLICT",
        paymentStatus: "PENDING",
      });
      const paid = await account.charge({ total: 5_000, paid: true });
      await account.move(paid, move);
      for (const again of ["refund", "chargeback"] as const) {
        const refused = await account.move(paid, again);
        expect(refused.status).toBe(409);
        expect(refused.at("code")).toBe("CHARGE_ALREADY_REVERSED");
      }
    }
    expect(await account.balance()).toBe(150_000);
  });

  it("no other transition exists", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const refusals = {
      PROCESSING: ["process", "expire", "refund", "chargeback"],
      PAID: ["process", "pay", "expire"],
      EXPIRED: ["process", "pay", "expire", "refund", "chargeback"],
      REFUNDED: ["process", "pay", "expire"],
    } as const;
    const ways = { PROCESSING: ["process"], PAID: ["pay"], EXPIRED: ["expire"], REFUNDED: ["pay", "refund"] } as const;
    for (const status of ["PROCESSING", "PAID", "EXPIRED", "REFUNDED"] as const) {
      const chargeId = await account.charge({ total: 700 });
      for (const move of ways[status]) await account.move(chargeId, move);
      for (const move of refusals[status]) {
        const refused = await account.move(chargeId, move);
        expect(refused.status).toBe(409);
        expect(refused.body).toMatchObject({ code: "CHARGE_STATE_CONFLICT", chargeId, paymentStatus: status });
      }
    }
  });

  it("a customer who was given no id has one wherever they are shown, and another one in another company", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const customer = { name: "Ana Lima" };
    const chargeId = await account.charge({ total: 9_900, customer, paid: true });
    await account.move(chargeId, "chargeback");
    const shown = (await ask("GET", `/sandbox/charges/${chargeId}`)).at("customer");
    expect(shown).toEqual({ ...customer, id: expect.stringMatching(/^cus_[0-9a-f]{24}$/) });
    const subscriptionId = await account.subscription({ amountCents: 1, interval: "P1M", customer });
    await ask("POST", `/sandbox/subscriptions/${subscriptionId}/authorize`);
    const subscription = await ask("GET", `/sandbox/subscriptions/${subscriptionId}`);
    expect(subscription.at("customer")).toEqual(shown);
    for (const name of ["charge.paid", "dispute.chargeback", "subscription.authorized"]) {
      expect([name, (await account.told(name)).at(-1)?.customer]).toEqual([name, shown]);
    }
    for (const fact of ["ChargeCreated", "SubscriptionCreated"]) {
      expect((await account.events(fact)).at(-1)?.data).toMatchObject({ customer: Object(shown) });
    }
    const other = sandbox.accountOf((await sandbox.addCompany()).apiKey);
    await other.charge({ total: 1, customer });
    const others = (await other.told("charge.pending")).at(-1)?.customer;
    expect(Object(others)).toMatchObject(customer);
    expect(Object(others).id).not.toBe(Object(shown).id);
  });

  it("lists charges newest first, page by page", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
    const { account, ask } = sandbox;
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.unshift(await account.charge({ total: 100 + i }));
    const page = async (query: string) => {
      const { body } = await ask("GET", `/sandbox/charges${query}`);
      return body;
    };
    const listed = (slice: readonly string[]) => ({
      charges: slice.map((chargeId) => expect.objectContaining({ chargeId })),
    });
    expect(await page("")).toEqual(listed(ids));
    expect(await page("?limit=2")).toEqual(listed(ids.slice(0, 2)));
    expect(await page(`?limit=2&after=${ids[1]}`)).toEqual(listed(ids.slice(2, 4)));
    expect(await page(`?after=${ids[4]}`)).toEqual(listed([]));
  });
});
