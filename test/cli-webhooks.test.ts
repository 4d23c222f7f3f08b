import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Ask, asker } from "../src/client/connection.ts";
import { startReceiver } from "../src/outbound/testing/receiver.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { Account, hookUrl } from "./rules/account.ts";
import { isSigned } from "./rules/received-delivery.ts";
import { RunningSaldo } from "./running-saldo.ts";

const folder = folderOfTests();

const key = "sandbox-key";

/** A world that is made later, asked in the name of its first company. */
async function laterWorld(address: string, fixture: unknown = "default", token?: string): Promise<Ask> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const made = await asker({ url: address, apiKey: null })("POST", "/sandbox/worlds", { fixture }, headers);
  return asker({ url: address, apiKey: made.text("companies.0.apiKey") });
}

const policyOf = async (ask: Ask) => (await ask("GET", "/sandbox/settings")).at("webhookUrls");
const routesOf = async (ask: Ask) => (await ask("GET", "/sandbox/routes")).at("routes");

// What a flag does, its variable does: one of the two is enough for each, and "a flag is heard before its variable".
test("in the first world and in later ones, routes lead to receivers, and the policy any holds, but not against a fixture", async () => {
  await using receiver = await startReceiver();
  const routes = `hooks.acme.dev=${receiver.url} , API.acme.dev.=http://127.0.0.1:4000`;
  const strict = { settings: { webhookUrls: "strict" }, companies: [{ name: "Padaria" }] };
  await using saldo = new RunningSaldo(["--routes", routes], { SALDO_WEBHOOK_URLS: "any" });
  const address = await saldo.address();
  for (const ask of [asker({ url: address, apiKey: key }), await laterWorld(address)]) {
    expect(await policyOf(ask)).toBe("any");
    expect(await routesOf(ask)).toEqual({ "hooks.acme.dev": receiver.url, "api.acme.dev": "http://127.0.0.1:4000" });
    const account = new Account(ask);
    const before = receiver.requests.length;
    const { webhookId, secret } = await account.webhook(["charge.paid"], `${hookUrl}?a=1`);
    await account.testWebhook(webhookId);
    const direct = await account.webhook(["charge.paid"], `${receiver.url}/direct`);
    await account.testWebhook(direct.webhookId);
    await receiver.reached(before + 2);
    const request = receiver.requests.slice(before).find(({ path }) => path === "/saldo?a=1");
    expect(request && isSigned(request, secret)).toBe(true);
  }
  expect(await policyOf(await laterWorld(address, strict))).toBe("strict");
  expect(await saldo.stop()).toBe(0);
});

test("a webhook that no receiver answers is in the log until it is deactivated; connections can be kept to routes", async () => {
  const { port } = await startReceiver().then(async (receiver) => {
    await receiver[Symbol.asyncDispose]();
    return receiver;
  });
  await using receiver = await startReceiver();
  const routes = `hooks.acme.dev=http://127.0.0.1:${port}`;
  const variables = { SALDO_EGRESS: "routes", SALDO_WEBHOOK_URLS: "any" };
  await using saldo = new RunningSaldo(["--clock", "frozen", "--routes", routes], variables);
  const account = new Account(asker({ url: await saldo.address(), apiKey: key }));
  const url = "https://hooks.acme.dev/T0KEN/sandbox-key?token=T0KEN";
  const { webhookId, secret } = await account.webhook(["charge.paid"], url);
  await account.charge({ total: 1_000, paid: true });
  await account.advance({ by: "PT2M" });
  await saldo.shows(/deactivated the webhook/);
  const direct = await account.webhook(["charge.expired"], `${receiver.url}/saldo`);
  await account.testWebhook(direct.webhookId);
  await account.quiet();
  const [entry] = await account.log(direct.webhookId);
  expect(entry?.error).toContain("connects to routes only, and 127.0.0.1 has none");
  expect(receiver.connections).toBe(0);
  expect(await saldo.stop()).toBe(0);
  const lines = saldo.output.split("\n").filter((line) => line.startsWith("{") && line.includes(webhookId));
  const failed = { level: 40, worldId: "default", webhookId, event: "charge.paid", url: "https://hooks.acme.dev" };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    [1, 2, 3, 4, 5].map((attempt) => ({
      ...failed,
      attempt,
      maxAttempts: 5,
      httpStatus: null,
      failure: "CONNECTION_REFUSED",
      deactivated: attempt === 5,
    })),
  );
  for (const hidden of ["T0KEN", "sandbox-key", secret]) expect(lines.join()).not.toContain(hidden);
});

test("a flag is heard before its variable, the first world's fixture before both, and only the administrator later", async () => {
  const file = join(folder, "strict.yaml");
  await writeFile(file, "settings:\n  webhookUrls: strict\ncompanies:\n  - name: Padaria\n");
  await using saldo = new RunningSaldo(
    ["--fixture", file, "--webhook-urls", "any", "--routes", "a.acme.dev=http://127.0.0.1:1"],
    { SALDO_WEBHOOK_URLS: "strict", SALDO_ROUTES: "b.acme.dev=http://127.0.0.1:2", SALDO_ADMIN_TOKEN: "token" },
  );
  const address = await saldo.address();
  const ask = asker({ url: address, apiKey: key });
  const routes = { "a.acme.dev": "http://127.0.0.1:1" };
  expect([await policyOf(ask), await routesOf(ask)]).toEqual(["strict", routes]);
  expect((await ask("PUT", "/sandbox/routes", {})).status).toBe(403);
  expect((await asker({ url: address, apiKey: null })("POST", "/sandbox/worlds", {})).status).toBe(401);
  const later = await laterWorld(address, "default", "token");
  expect([await policyOf(later), await routesOf(later)]).toEqual(["any", routes]);
});
