import { describe, expect } from "vitest";
import type { Account } from "./account.ts";
import { it, startAt } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";

const accountNames = ["available", "reserved", "unsettled", "customers", "bank", "fees"] as const;

/** Every kind of movement of money. */
async function moveMoney(account: Account): Promise<void> {
  const { ask } = account;
  await account.settings({ retention: { percent: 10, holdFor: "P30D" } });
  const refunded = await account.charge({ total: 12_345, paid: true });
  const disputed = await account.charge({ total: 50_000, paid: true });
  await account.move(refunded, "refund");
  await account.openConfirmed(20_000);
  await account.cancel(await account.open(5_000));
  await account.settings({ manualApproval: true });
  const declined = await account.openConfirmed(3_000);
  await ask("POST", `/sandbox/withdrawals/${declined}/decline`);
  await account.settings({ manualApproval: false, settlement: { outcome: "FAILED" } });
  await account.openConfirmed(4_000);
  await account.advance({ by: "PT10S" });
  const subscription = await account.subscription({ amountCents: 777, interval: "P1M" });
  await ask("POST", `/sandbox/subscriptions/${subscription}/authorize`);
  await ask("POST", `/sandbox/subscriptions/${subscription}/charge`);
  await account.advance({ by: "P31D" });
  await account.move(disputed, "chargeback");
  await account.open(6_000);
}

it("events are listed oldest first; after and limit page through them; type selects", async ({ account, ask }) => {
  await moveMoney(account);
  const all = await account.events();
  expect(all.map(({ position }) => position)).toEqual(all.map((_, i) => i + 1));
  expect(all[0]?.type).toBe("WorldCreated");
  expect(await account.events(undefined, 1)).toEqual(all);
  expect(await account.events(undefined, 7)).toEqual(all);
  const paid = all.filter(({ type }) => type === "ChargePaid");
  expect(paid.length).toBeGreaterThan(1);
  expect(await account.events("ChargePaid")).toEqual(paid);
  expect(await account.events("ChargePaid", 1)).toEqual(paid);
  expect(await account.events("NothingOfTheKind")).toEqual([]);
  const page = await ask("GET", "/sandbox/events?after=3&limit=2");
  expect(page.at("events")).toEqual(all.slice(3, 5));
  expect(page.at("next")).toBe(5);
  const last = await ask("GET", `/sandbox/events?after=${all.length - 1}`);
  expect(last.body).toEqual({ events: all.slice(-1), next: null, horizon: 0 });
  expect((await ask("GET", `/sandbox/events?after=${all.length}`)).body).toEqual({
    events: [],
    next: null,
    horizon: 0,
  });
  const exact = await ask("GET", `/sandbox/events?limit=${all.length}`);
  expect(exact.at("next")).toBeNull();
});

describe("events can be asked for", () => {
  it("newest first, page by page, and between two positions", async ({ account, ask }) => {
    await moveMoney(account);
    const all = await account.events();
    const newest = [...all].reverse();
    const read: unknown[] = [];
    for (let next: unknown = all.length + 1; typeof next === "number"; ) {
      const page = await ask("GET", `/sandbox/events?order=newest&limit=7&before=${next}`);
      read.push(...rowsOf(page, "events"));
      next = page.at("next");
    }
    expect(read).toEqual(newest);
    expect((await ask("GET", "/sandbox/events?order=newest&limit=2")).body).toEqual({
      events: newest.slice(0, 2),
      next: all.length - 1,
      horizon: 0,
    });
    const exact = await ask("GET", `/sandbox/events?order=newest&limit=${all.length}`);
    expect([exact.at("events"), exact.at("next")]).toEqual([newest, null]);
    const between = async (query: string) => (await ask("GET", `/sandbox/events?after=3&before=6${query}`)).body;
    expect(await between("")).toEqual({ events: all.slice(3, 5), next: null, horizon: 0 });
    expect(await between("&order=newest")).toEqual({ events: all.slice(3, 5).reverse(), next: null, horizon: 0 });
    expect((await ask("GET", "/sandbox/events?after=9&before=4")).at("events")).toEqual([]);
    for (const query of ["order=best", "before=0", "from=noon", "about="]) {
      expect([query, (await ask("GET", `/sandbox/events?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it("by what they are about, by company and by time", async ({ sandbox, account, ask }) => {
    const read = async (query: string) => rowsOf(await ask("GET", `/sandbox/events?limit=1000&${query}`), "events");
    const { companyId, apiKey } = await sandbox.addCompany({ balance: 5_000 });
    const withdrawId = await account.openConfirmed(1_000);
    const theirs = await sandbox.accountOf(apiKey).open(2_000);
    await account.advance({ by: "PT10S" });
    const about = await read(`about=${withdrawId}`);
    expect(about.map(({ type }) => type)).toEqual([
      ...["WithdrawalInitiated", "OtpIssued", "WithdrawalConfirmed", "WithdrawalSettled"],
    ]);
    expect((await read(`companyId=${companyId}&type=WithdrawalInitiated`)).map(({ data }) => data)).toMatchObject([
      { withdrawId: theirs },
    ]);
    const later = (await read("from=2026-03-02T12:00:00.001Z")).map(({ type }) => type);
    expect(later).toContain("WithdrawalSettled");
    expect(later).not.toContain("OtpIssued");
    const all = await account.events();
    expect([...(await read("to=2026-03-02T12:00:00.000Z")), ...(await read("from=2026-03-02T12:00:00.001Z"))]).toEqual(
      all,
    );
  });
});

it("the agenda lists soonest first what is to do, and nothing that was settled", async ({ account, ask }) => {
  const [hold] = await account.holds();
  const expiring = await account.charge({ total: 100, expiresIn: "PT2H" });
  const paid = await account.charge({ total: 100, expiresIn: "PT1H" });
  await account.move(paid, "pay");
  const subscription = await account.subscription({ amountCents: 100, interval: "P1M" });
  await ask("POST", `/sandbox/subscriptions/${subscription}/authorize`);
  await ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
  const companyId = (await ask("GET", "/sandbox/company")).text("companyId");
  const withdrawId = await account.openConfirmed(1_000);
  const items = [
    { dueAt: "2026-03-02T12:00:10.000Z", type: "settlement", id: withdrawId, companyId, amountCents: 1_000 },
    { dueAt: "2026-03-02T14:00:00.000Z", type: "charge-expiry", id: expiring, companyId, amountCents: 100 },
    { dueAt: "2026-03-03T09:00:00.000Z", type: "automatic-withdrawal", id: companyId, companyId, amountCents: null },
    {
      ...{ dueAt: "2026-04-01T12:00:00.000Z", type: "hold-release", id: hold?.chargeId },
      ...{ companyId, amountCents: hold?.amountCents },
    },
    { dueAt: "2026-04-02T12:00:00.000Z", type: "subscription-charge", id: subscription, companyId, amountCents: 100 },
  ];
  const read = async (query: string) => (await ask("GET", `/sandbox/agenda${query}`)).body;
  expect(await read("")).toEqual({ items, total: 5 });
  expect(await read("?limit=2")).toEqual({ items: items.slice(0, 2), total: 5 });
  expect(await read("?until=2026-03-02T14:00:00.000Z")).toEqual({ items: items.slice(0, 2), total: 2 });
  expect(await read("?until=2026-03-02T13:59:59.999Z")).toEqual({ items: items.slice(0, 1), total: 1 });
  for (const query of ["limit=0", "limit=1001", "until=noon"]) {
    expect([query, (await ask("GET", `/sandbox/agenda?${query}`)).status]).toEqual([query, 400]);
  }
  expect((await ask("GET", "/sandbox/clock")).at("nextDueAt")).toBe("2026-03-02T12:00:10.000Z");
});

it("the ledger names what each entry is about, in pages, of one company's money", async ({ sandbox, account, ask }) => {
  const chargeId = await account.charge({ total: 900, paid: true });
  const withdrawId = await account.open(1_000);
  const entries = rowsOf(await ask("GET", "/sandbox/ledger"), "entries");
  expect(entries.slice(-2)).toMatchObject([
    {
      at: startAt,
      reason: "ChargePaid",
      reference: chargeId,
      postings: [
        { account: "available", amountCents: 900 },
        { account: "customers", amountCents: -900 },
      ],
    },
    {
      reason: "WithdrawalInitiated",
      reference: withdrawId,
      postings: [
        { account: "available", amountCents: -1_000 },
        { account: "unsettled", amountCents: 1_000 },
      ],
    },
  ]);
  const first = await ask("GET", "/sandbox/ledger?limit=1");
  expect(first.at("entries")).toEqual(entries.slice(0, 1));
  expect((await ask("GET", `/sandbox/ledger?after=${first.at("next")}`)).at("entries")).toEqual(entries.slice(1));
  const added = await ask("POST", "/sandbox/companies", {});
  const stranger = await sandbox.as(added.text("apiKey"))("GET", "/sandbox/ledger");
  expect(stranger.body).toEqual({
    accounts: Object.fromEntries(accountNames.map((name) => [name, 0])),
    entries: [],
    next: null,
  });
});
