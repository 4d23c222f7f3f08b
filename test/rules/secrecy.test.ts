import { describe, expect, it } from "vitest";
import type { Ask } from "../../src/client/connection.ts";
import { Account } from "./account.ts";
import { startCheckedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";
import { Recorder } from "./recorder.ts";

/** What a company can do with withdrawals, with successes and refusals; ends with everything that can be read. */
async function longSession(account: Account, ask: Ask): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await account.settings({ manualApproval: round % 2 === 1 });
    const withdrawId = await account.open(1_000);
    const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
    await account.confirm(withdrawId, wrong);
    await account.resend(withdrawId);
    await account.initiate(1_000);
    for (const guess of await account.wrongCodes(withdrawId, round > 1 ? 5 : 0))
      await account.confirm(withdrawId, guess);
    await account.advance({ by: "PT5M" });
    await account.confirm(withdrawId, await account.code(withdrawId));
    await account.resend(withdrawId);
    if (round === 3) await account.cancel(withdrawId);
    await account.confirm(withdrawId, await account.code(withdrawId));
    await account.confirm(withdrawId, await account.code(withdrawId));
    await account.withdrawal(withdrawId);
    await ask("POST", `/sandbox/withdrawals/${withdrawId}/approve`);
    await account.advance({ by: "PT10S" });
  }
  const open = await account.open(1_000);
  // Malformed for its blank; what is said about it must not repeat it.
  await account.confirm(open, ` ${await account.code(open)}`);
  await ask("GET", `/nowhere/${open}`);
  for (const path of ["world", "world/save-file", "clock", "agenda", "ledger", "settings", "company", "charges"]) {
    await ask("GET", `/sandbox/${path}`);
  }
  // The calls themselves, with all codes and wrong guesses that were sent.
  const calls = await ask("GET", "/sandbox/requests?limit=1000");
  expect(rowsOf(calls, "requests").length).toBeGreaterThan(40);
  await account.events();
  await account.history();
  await account.balance();
}

describe("secrecy", () => {
  it("codes stand in the inbox and nowhere else: no answer, no header, no event, no log", async () => {
    const recorder = new Recorder();
    const log: string[] = [];
    await using sandbox = await startCheckedSandbox({ requestLog: (entry) => void log.push(JSON.stringify(entry)) });
    const ask = recorder.listen(sandbox.ask, /^GET \/sandbox\/inbox$/);
    await longSession(new Account(ask), ask);
    const messages = rowsOf(await sandbox.ask("GET", "/sandbox/inbox"), "messages");
    const codes = messages.map(({ otpCode }) => String(otpCode));
    expect(codes.length).toBeGreaterThan(10);
    for (const code of codes) {
      expect(recorder.sayings(code)).toEqual([]);
      expect(log.filter((line) => line.includes(code))).toEqual([]);
    }
    expect(recorder.heard.length).toBeGreaterThan(80);
  });

  it("the code of an open withdrawal is hidden wherever a caller puts it, and so are the credentials of a URL", async () => {
    const log: string[] = [];
    await using sandbox = await startCheckedSandbox({ requestLog: (entry) => void log.push(JSON.stringify(entry)) });
    const { ask } = sandbox;
    const account = new Account(ask);
    const code = await account.code(await account.open(1_000));
    for (const path of [
      `/account-balance?value=${code}`,
      `/account-balance?${code}`,
      `/nowhere/${code}`,
      `//${code}`,
    ]) {
      await ask("GET", path);
    }
    for (const value of [Number(code), code, ` ${code} `, [code], { [code]: code }, -Number(code)]) {
      await ask("POST", "/account-balance/withdraw", { value });
      await ask("POST", "/account-balance/withdraw", { [code]: value });
    }
    await account.confirm(`wdr_${code}`, code);
    for (const url of ["http://ann:hunter2@10.0.0.1/", "https:\\ann:hunter2@10.0.0.1", "postgres://ann:hunter2@h/"]) {
      await ask("POST", "/webhook", { url, name: `n${code}`, events: ["charge.paid"] });
    }
    const shown = [await ask("GET", "/sandbox/requests?limit=1000"), await ask("GET", "/sandbox/requests/har")].map(
      ({ body }) => JSON.stringify(body),
    );
    for (const text of [...shown, ...log]) {
      expect(text).not.toContain(code);
      expect(text).not.toContain("hunter2");
    }
    expect(shown[0]).toContain("http://[redacted]@10.0.0.1/");
    expect(rowsOf(await ask("GET", "/sandbox/requests?limit=1000"), "requests").length).toBeGreaterThan(18);
  });

  it("a malformed request says in the log what was wrong first", async () => {
    const reasons: (string | null)[] = [];
    await using sandbox = await startCheckedSandbox({ requestLog: ({ reason }) => void reasons.push(reason) });
    await sandbox.ask("POST", "/account-balance/withdraw", { "\u001b[31mred\u202e": 1 });
    await sandbox.ask("GET", "/account-balance");
    // The log has a request after its answer was sent.
    await expect
      .poll(() => reasons.slice(-2))
      .toEqual([expect.stringMatching(/^body\/value: is missing.*unknown property `\[31mred`/), null]);
  });

  it("API keys stand in the answer of their creation and nowhere else", async () => {
    const recorder = new Recorder();
    const log: string[] = [];
    await using sandbox = await startCheckedSandbox({ requestLog: (entry) => void log.push(JSON.stringify(entry)) });
    const made = await sandbox.ask("POST", "/sandbox/worlds", { fixture: "default", clock: { mode: "frozen" } });
    const worldKey = made.text("companies.0.apiKey");
    const ask = recorder.listen(sandbox.as(worldKey), /^POST \/sandbox\/(worlds|companies)$/);
    const companyKey = (await ask("POST", "/sandbox/companies", { balance: 10_000 })).text("apiKey");
    expect(companyKey).not.toBe(worldKey);
    await longSession(new Account(ask), ask);
    await ask("GET", "/sandbox/worlds");
    const other = recorder.listen(sandbox.as(companyKey));
    await other("GET", "/account-balance");
    await other("GET", "/sandbox/world");
    await recorder.listen(sandbox.as(`${worldKey}x`))("GET", "/account-balance");
    for (const key of [worldKey, companyKey]) {
      expect(recorder.heard.filter(({ said }) => said.includes(key))).toEqual([]);
      expect(log.filter((line) => line.includes(key))).toEqual([]);
    }
  });
});
