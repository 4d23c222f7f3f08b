import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../src/client/answer.ts";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";

let sandbox: SaldoWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const create = (body: object): Promise<Answer> => sandbox.as(null)("POST", "/sandbox/worlds", body);

describe("instants", () => {
  const none = ["2026-12-31T23:59:60Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z"];

  test.each(none)("%s is none, and refused as malformed", async (instant) => {
    const created = await create({ startAt: instant });
    expect(created.status).toBe(400);
    expect(created.text("detail")).toContain("startAt");
    const advanced = await sandbox.ask("POST", "/sandbox/clock/advance", { to: instant });
    expect(advanced.status).toBe(400);
    expect(advanced.text("detail")).toContain("body/to");
  });

  test("no clock is advanced beyond the year 9999, and nothing recurs after it", async () => {
    const end = "9999-12-31T23:59:59.999Z";
    const fixture = { companies: [{ name: "Padaria", balance: 1_000 }] };
    const created = await create({ fixture, startAt: end, clock: { mode: "frozen" } });
    const ask = sandbox.as(created.text("companies.0.apiKey"));
    await ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
    for (const by of ["PT1S", "P30D"]) {
      expect((await ask("POST", "/sandbox/clock/advance", { by })).status).toBe(422);
    }
    const next = await ask("POST", "/sandbox/clock/advance", { toNext: true });
    expect([next.status, next.at("to"), next.at("firedTotal")]).toEqual([200, end, 0]);
    expect((await ask("GET", "/sandbox/clock")).body).toMatchObject({ now: end, nextDueAt: null });
  });
});

describe("the texts of an inline fixture", () => {
  test.each(["a\u0000b", "a\nb", "\u001b[31m", "a\u0085b", "\ud800"])("may not hold %j", async (text) => {
    const company = { name: text };
    const person = { responsible: { name: text, email: "a@example.com" } };
    const address = { responsible: { name: "Ana", email: `${text}@example.com` } };
    const pixKey = { pixKey: text };
    for (const entry of [company, person, address, pixKey]) {
      const created = await create({ fixture: { companies: [entry] } });
      expect(`${JSON.stringify(entry)} ${created.status}`).toBe(`${JSON.stringify(entry)} 422`);
    }
  });

  test.each(["name", "pixKey"])("may not be as long as they like: %s", async (field) => {
    const created = await create({ fixture: { companies: [{ [field]: "a".repeat(100_000) }] } });
    expect(created.status).toBe(422);
  });
});

test("a fixture's name opens no other file", async () => {
  for (const fixture of ["../../package", "../worlds/default", "default.yaml", "/etc/passwd", "DEFAULT", "__proto__"]) {
    const created = await create({ fixture });
    expect(created.status).toBe(422);
    expect(created.at("code")).toBe("FIXTURE_UNKNOWN");
    expect(created.at("allowed")).toContain("default");
  }
});

test("refusals show no more of an identifier than fits a line", async () => {
  const withdrawId = "w".repeat(64);
  const answer = await sandbox.ask("POST", "/account-balance/withdraw/cancel", { withdrawId });
  expect(answer.status).toBe(404);
  expect(answer.text("message").length).toBeLessThan(200);
});
