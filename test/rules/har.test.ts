import { describe, expect } from "vitest";
import { readHar } from "../../contracts/traffic/har-file.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { interfaceWith, renamed } from "../hostile/interface-with.ts";
import { Account } from "./account.ts";
import { type CheckedSandbox, it, later, startAt, startHookedSandbox } from "./checked-sandbox.ts";

/** The export as a reader of HAR files gets it. */
async function exported({ ask }: Pick<CheckedSandbox, "ask">) {
  const { status, body } = await ask("GET", "/sandbox/requests/har");
  expect(status).toBe(200);
  const text = JSON.stringify(body);
  return { text, entries: readHar(text) };
}

describe("the export of a world as HAR", () => {
  it("has calls and attempts to deliver, in the order of the world's time", async () => {
    await using sandbox = await startHookedSandbox([500, "ok"]);
    const { account, url } = sandbox;
    await account.webhook(["charge.paid"]);
    await sandbox.charges.create({ total: 10_000, paid: true });
    await account.advance({ by: "PT1M" });
    await account.initiate(1_000);
    const { entries } = await exported(sandbox);
    const shown = entries.map((one) => [one.askedAt - Date.parse(startAt), one.method, one.url.href, one.status]);
    expect(shown).toEqual([
      [0, "POST", `${url}/webhook`, 201],
      [0, "POST", "https://hooks.acme.dev/saldo", 500],
      [5_000, "POST", "https://hooks.acme.dev/saldo", 200],
      [60_000, "POST", `${url}/account-balance/withdraw`, 201],
    ]);
    expect(entries[3]?.body).toBe('{"value":1000}');
    expect(JSON.parse(entries[1]?.body ?? "")).toMatchObject({ event: "charge.paid", data: { total: 10_000 } });
    expect(entries[1]?.headers).toMatchObject({
      "x-webhook-event": "charge.paid",
      "x-webhook-timestamp": startAt,
      "x-webhook-signature": "[redacted]",
    });
    expect(entries[2]?.headers["x-webhook-timestamp"]).toBe(later(startAt, 5_000));
  });

  it("has no codes, keys, secrets and personal data, and tells whose key it was", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, ask, apiKey } = sandbox;
    const hook = "https://hooks.acme.dev/a?token=t0ken";
    const { secret } = await account.webhook(["withdraw.completed", "charge.paid"], hook);
    const customer = { name: "Ana", email: "ana@acme.dev", phone: "+5511987654321" };
    await sandbox.charges.create({ total: 10_000, paid: true, customer });
    const withdrawId = await account.open();
    const code = await account.code(withdrawId);
    await account.confirm(withdrawId, code);
    await account.advance({ by: "PT1M" });
    const [{ pixKey } = {}] = await account.history();
    const company = await sandbox.addCompany();
    await sandbox.as(company.apiKey)("GET", "/account-balance");
    const { text, entries } = await exported(sandbox);
    expect(text).toContain("Ana");
    for (const hidden of [
      secret,
      code,
      apiKey,
      company.apiKey,
      String(pixKey),
      "ana@acme.dev",
      "+5511987654321",
      "t0ken",
    ])
      expect(text).not.toContain(hidden);
    const keys = entries.flatMap(({ headers }) => headers["x-api-key"] ?? []);
    expect(new Set(keys)).toEqual(new Set(["[redacted 1]", "[redacted 2]"]));
    expect((await ask("GET", "/sandbox/requests/har")).text("log.entries.0.comment")).toContain("createWebhook; ");
  });

  it("has no admin token, also where a delivery tells it", async () => {
    const adminToken = "t0ken/of the admin";
    await using sandbox = await startSandbox({ adminToken, deliverTo: async () => new Response() });
    await new Account(sandbox.ask).webhook(["charge.paid"]);
    await sandbox.charges.create({ total: 10_000, paid: true, externalId: adminToken });
    await sandbox.clock.advance({ by: "PT1M" });
    const { text, entries } = await exported(sandbox);
    expect(entries.map(({ url }) => url.host)).toContain("hooks.acme.dev");
    expect(text).toContain('\\"externalId\\":\\"[redacted]\\"');
    expect(text).not.toContain("of the admin");
  });

  it("has no personal data where an overlay calls it otherwise", async () => {
    const record =
      "$.components.responses.WithdrawalsListed.content['application/json'].schema.allOf[1].properties.data.items";
    const interfaceDocument = await interfaceWith(...renamed(record, "pixKey", "chave", { type: "string" }));
    await using sandbox = await startSandbox({ interfaceDocument });
    await new Account(sandbox.ask).open();
    const chave = (await sandbox.ask("GET", "/account-balance/withdrawals")).text("data.0.chave");
    const { text } = await exported(sandbox);
    expect(text).toContain('\\"chave\\":\\"[redacted]\\"');
    expect(text).not.toContain(chave);
  });

  it("tells a lost response as none, with its outcome", async ({ sandbox }) => {
    await sandbox.faults.add({ kind: "lose-response", operationId: "getBalance" });
    await sandbox.ask("GET", "/account-balance").catch(() => "lost");
    const { log } = await sandbox.history.har();
    expect(log.entries).toMatchObject([
      {
        comment: expect.stringMatching(/^getBalance; balance-read; lose-response; received 20/),
        response: { status: 0 },
      },
    ]);
  });
});
