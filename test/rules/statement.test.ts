import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { type CheckedSandbox, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

/** A text that a spreadsheet would calculate, with what CSV, SGML and ASCII do not take. */
const formula = `=cmd|' /C calc'!A0;"é" <&>`;

/** Every way in which the available balance changes, minute by minute, and the balance that the interface told after each. */
async function liveThrough(sandbox: CheckedSandbox) {
  const { account } = sandbox;
  const told: { at: string; balance: number }[] = [];
  const after = async (step: () => Promise<unknown>) => {
    await step();
    told.push({ at: await account.now(), balance: await account.balance() });
    await account.advance({ by: "PT1M" });
  };
  const paid = () => account.charge({ total: 33_333, paid: true });
  const withdraw = (outcome: "CONFIRMED" | "FAILED") => async () =>
    sandbox.withdrawals.settle(await account.openConfirmed(10_001), { outcome });
  await after(() => account.charge({ total: 50_000, paid: true, externalId: formula }));
  await after(async () => account.move(await paid(), "refund"));
  await after(async () => account.move(await paid(), "chargeback"));
  await after(withdraw("CONFIRMED"));
  await after(withdraw("FAILED"));
  await after(async () => account.cancel(await account.open(7_000)));
  await account.settings({ manualApproval: true });
  await after(async () => sandbox.withdrawals.decline(await account.openConfirmed(5_000)));
  await account.bookmark("here");
  await account.charge({ total: 1_000_000, paid: true });
  await account.rewind({ bookmark: "here" });
  await sandbox.company.change({ automaticWithdrawal: { at: "23:00" } });
  await after(() => account.advance({ by: "P31D" }));
  return told;
}

describe("a statement", () => {
  let sandbox: CheckedSandbox;
  let client: SaldoClient;
  let told: { at: string; balance: number }[];
  beforeAll(async () => {
    sandbox = await startCheckedSandbox();
    client = new SaldoClient({ url: sandbox.url, apiKey: sandbox.apiKey });
    told = await liveThrough(sandbox);
  });
  afterAll(() => sandbox.stop());

  it("closes with the balance that the interface told then, and entries are what lies between", async () => {
    let openingCents = (await sandbox.history.statement({ to: "2000-01-01T00:00:00Z" })).closingCents;
    expect(openingCents).toBe(0);
    let from = "2000-01-01T00:00:00Z";
    for (const { at, balance } of told) {
      const statement = await sandbox.history.statement({ from, to: at });
      expect(statement).toMatchObject({ openingCents, closingCents: balance, currency: "BRL" });
      const changes = statement.entries.map(({ amountCents }) => amountCents);
      expect(changes.reduce((sum, cents) => sum + cents, openingCents)).toBe(balance);
      expect(statement.entries.at(-1)?.balanceCents ?? openingCents).toBe(balance);
      from = new Date(Date.parse(at) + 1).toISOString();
      openingCents = balance;
    }
  });

  it("has an entry for each way in which the balance changes, and none that a rewind left behind", async () => {
    const { entries, closingCents } = await sandbox.history.statement();
    expect(new Set(entries.map(({ reason }) => reason))).toEqual(
      new Set([
        ...["ChargePaid", "HoldReleased", "ChargeRefunded", "ChargeChargedBack", "WithdrawalInitiated"],
        ...["WithdrawalFailed", "WithdrawalCancelled", "WithdrawalDeclined", "AutomaticWithdrawalMade"],
      ]),
    );
    expect(entries.filter(({ amountCents }) => amountCents >= 500_000)).toEqual([]);
    expect(closingCents).toBe(await sandbox.account.balance());
  });

  it("names what entries are about", async () => {
    const { entries } = await sandbox.history.statement({ from: startAt });
    const { withdrawals } = (await sandbox.control.GET("/withdrawals")).data ?? {};
    const paid = withdrawals?.find(({ value, status }) => value === 10_001 && status === "CONFIRMED");
    const { withdrawId: reference, endToEndId } = paid ?? {};
    expect(entries).toContainEqual(
      expect.objectContaining({ reference, endToEndId, amountCents: -10_001, feeCents: 200, externalId: null }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ reason: "ChargePaid", externalId: formula, endToEndId: null, feeCents: null }),
    );
  });

  it("as CSV sums to the balance in a spreadsheet, which calculates no text of a caller", async () => {
    const text = await client.history.statementFile("csv");
    expect(text.startsWith("\u{feff}date;")).toBe(true);
    expect(text).toContain(`;"'${formula.replaceAll('"', '""')}";`);
    const rows = text.split("\r\n").slice(1, -1);
    // The sum of the column in cents, and of the one that a spreadsheet set to Portuguese reads as numbers.
    const cells = rows.map((row) => row.replace(/"(?:[^"]|"")*"/, "quoted").split(";"));
    const cents = cells.map((row) => Number(row[8]));
    expect(cells.map((row) => row[7])).toEqual(cents.map((one) => (one / 100).toFixed(2).replace(".", ",")));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(await sandbox.account.balance());
    expect(cells[1]?.[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it("as OFX is ASCII with the closing balance, and days are those of the instance", async () => {
    const text = await client.history.statementFile("ofx", { from: startAt });
    expect(text).toMatch(/^OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n/);
    expect(text).toMatch(/^[ -~\r\n]+$/);
    const open: string[] = [];
    for (const [, slash, name = ""] of text.matchAll(/<(\/?)([A-Z0-9]+)>/g)) {
      if (slash === "") open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
    expect(text).toContain("<MEMO>chg_");
    expect(text).toContain(`=cmd|' /C calc'!A0;"e" &lt;&amp;&gt;</MEMO>`);
    expect(text).toContain("<DTPOSTED>20260302090000.000[-3]</DTPOSTED>");
    const { closingCents } = await sandbox.history.statement();
    expect(text).toContain(`<BALAMT>${(closingCents / 100).toFixed(2)}</BALAMT>`);
  });

  it("of a period that ends before it begins is refused, and so is another format", async () => {
    const { ask } = sandbox;
    const backwards = await ask("GET", "/sandbox/statement?from=2026-03-02T12:00:00Z&to=2026-03-01T12:00:00Z");
    expect([backwards.status, backwards.text("detail")]).toEqual([
      422,
      expect.stringContaining("must not be before `from`"),
    ]);
    expect((await ask("GET", "/sandbox/statement?format=pdf")).status).toBe(400);
  });

  it("of more entries than fit is refused with the way out", async () => {
    const retention = { percent: 10, holdFor: "P1D" };
    await using busy = await client.world({
      fixture: { companies: [{ retention, generate: { charges: 6_000, over: "P90D" } }] },
    });
    const answer = await busy.ask("GET", "/sandbox/statement");
    expect([answer.status, answer.text("detail")]).toEqual([422, expect.stringContaining("choose a shorter period")]);
    const { now } = await busy.clock.read();
    const from = new Date(Date.parse(now) - 86_400_000).toISOString();
    expect((await busy.history.statement({ from })).entries.length).toBeGreaterThan(0);
  });
});
