import { describe, expect } from "vitest";
import type { Account } from "./account.ts";
import { type CheckedSandbox, it, later, minute, startAt, startCheckedSandbox } from "./checked-sandbox.ts";
import { numberOf, type Row, rowsOf } from "./json-reading.ts";

async function timeline({ ask }: Pick<CheckedSandbox, "ask">, query = "") {
  const answer = await ask("GET", `/sandbox/timeline${query}`);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const rows = (name: string) => rowsOf(answer, name);
  return { answer, buckets: rows("buckets"), marks: rows("marks"), branches: rows("branches") };
}

/** The balance before each entry of the ledger and after the last, reckoned from the ledger. */
async function balances({ ask }: Account): Promise<number[]> {
  const ledger = await ask("GET", "/sandbox/ledger?limit=1000");
  const steps = rowsOf(ledger, "entries").map(({ postings }) => {
    const moved = Array.isArray(postings) ? postings.find(({ account }: Row) => account === "available") : undefined;
    return Number(Object(moved).amountCents ?? 0);
  });
  const known = [numberOf(ledger, "accounts.available")];
  for (const step of steps.reverse()) known.unshift((known[0] ?? 0) - step);
  return known;
}

describe("the timeline", () => {
  it("shows the ledger's money, the lanes' events, and places to rewind to", async ({ sandbox, account }) => {
    await account.settings({ retention: { percent: 10, holdFor: "P30D" } });
    await account.advance({ by: "PT1M" });
    await account.charge({ total: 10_000, paid: true });
    await account.bookmark("paid");
    await account.advance({ by: "PT1M" });
    const withdrawId = await account.openConfirmed(20_000);
    const { answer, buckets, marks } = await timeline(sandbox, `?from=${startAt}&buckets=100`);
    const inWindow = await balances(account);
    expect(buckets.at(-1)).toMatchObject({
      available: { last: await account.balance() },
      lastAt: later(startAt, 2 * minute),
    });
    expect(Math.min(...buckets.map(({ available }) => Object(available).min))).toBe(Math.min(...inWindow));
    expect(answer.body).toMatchObject({ position: await account.position(), now: later(startAt, 2 * minute) });
    const shown = marks.filter(({ at }) => String(at) > startAt);
    expect(shown).toMatchObject([
      { lane: "holds", type: "ChargePaid", until: "2026-04-01T12:01:00.000Z", count: 1 },
      { lane: "bookmarks", id: "paid" },
      { lane: "withdrawals", type: "WithdrawalInitiated", id: withdrawId },
      { lane: "withdrawals", type: "OtpIssued", id: withdrawId },
      { lane: "withdrawals", type: "WithdrawalConfirmed", id: withdrawId },
    ]);
    const places = [...buckets.map(({ position }) => position), ...marks.map(({ end }) => end)];
    const from = numberOf(answer, "rewindableFrom");
    for (const position of new Set(places.filter((place) => Number(place) >= from))) {
      expect((await account.rewind({ position: Number(position) })).at("to")).toBe(position);
    }
  });

  it("follows the present branch, and names the stretches that rewinds left", async ({ sandbox, account }) => {
    const before = await account.position();
    await account.charge({ total: 5_000, paid: true });
    const left = await account.position();
    await account.rewind({ position: before });
    await account.charge({ total: 700, paid: true });
    const last = await account.position();
    const { buckets, branches } = await timeline(sandbox);
    expect(branches).toMatchObject([
      { epoch: null, after: 0, upTo: before, live: true },
      { epoch: null, after: before, upTo: left, live: false },
      { epoch: 1, after: left, upTo: last, live: true, toAt: startAt },
    ]);
    const seen = buckets.map(({ available }) => Object(available).last);
    expect(seen.at(-1)).toBe(150_700);
    expect(seen).not.toContain(155_000);
  });

  it("is no longer than 1,200 buckets and 600 marks, and counts everything that these stand for", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: "busy" });
    const { buckets, marks } = await timeline(sandbox, "?buckets=1200");
    expect(buckets.length).toBeGreaterThan(600);
    expect(buckets.length).toBeLessThanOrEqual(1_200);
    expect(marks.length).toBeLessThanOrEqual(600);
    const counted = buckets.flatMap(({ counts }) => Object.values(Object(counts)).map(Number));
    const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
    expect(sum(marks.map(({ count }) => Number(count)))).toBe(sum(counted));
    expect(buckets.at(-1)).toMatchObject({ available: { last: await sandbox.account.balance() } });
  });

  it("shows another company of the world if asked for, and nothing of an unknown one", async ({ sandbox }) => {
    const { companyId, apiKey } = await sandbox.addCompany({ balance: 4_200 });
    const own = await timeline({ ask: sandbox.as(apiKey) });
    const shown = await timeline(sandbox, `?companyId=${companyId}`);
    expect(shown.answer.body).toEqual(own.answer.body);
    expect(shown.buckets.at(-1)).toMatchObject({ available: { last: 4_200 } });
    expect((await timeline(sandbox, "?companyId=com_nobody")).marks).toEqual([]);
  });

  it("keeps to its window, and says what is wrong with one", async ({ sandbox, account, ask }) => {
    await account.advance({ by: "PT1H" });
    await account.charge({ total: 100, paid: true });
    const noon = await timeline(sandbox, `?from=${startAt}&to=${later(startAt, minute)}`);
    expect(noon.buckets.every(({ at }) => at === startAt)).toBe(true);
    const moment = later(startAt, 60 * minute);
    const one = await timeline(sandbox, `?from=${moment}&to=${moment}&buckets=1`);
    expect(one.buckets).toMatchObject([{ at: moment, available: { min: 150_000, last: 150_100 } }]);
    const refused = await ask("GET", `/sandbox/timeline?from=${moment}&to=${startAt}`);
    expect([refused.status, refused.text("problems.0.at")]).toEqual([422, "to"]);
    for (const query of ["buckets=0", "buckets=1201", "from=noon", "to=2026-03-02", "companyId="]) {
      expect([query, (await ask("GET", `/sandbox/timeline?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it("begins where the retained history begins, with the money that was there", async () => {
    await using sandbox = await startCheckedSandbox({ historyLimit: 40 });
    const { account, ask } = sandbox;
    await account.charge({ total: 1_000, paid: true });
    let horizon = 0;
    for (let fee = 1; horizon === 0; fee += 1) {
      await timeline(sandbox);
      await account.settings({ withdrawalFee: fee });
      horizon = numberOf(await ask("GET", "/sandbox/world"), "horizon");
    }
    await account.charge({ total: 50, paid: true });
    const { answer, buckets, branches } = await timeline(sandbox);
    expect(numberOf(answer, "horizon")).toBeGreaterThanOrEqual(horizon);
    expect(buckets.at(-1)).toMatchObject({ available: { min: 151_000, last: 151_050 } });
    expect(branches).toMatchObject([{ upTo: await account.position(), live: true }]);
  });
});
