import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SaldoClient, type SaldoWorld } from "../../src/client/saldo-client.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { expectRefusal } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

let owner: SaldoWorld;
/** Somebody who has an API key, and no admin token. */
let sandbox: SaldoClient;
const adminToken = "a token, with spaces";
const admin = { authorization: `Bearer ${adminToken}` };
beforeAll(async () => {
  owner = await startSandbox({ adminToken });
  sandbox = new SaldoClient({ url: owner.url, apiKey: owner.apiKey });
});
afterAll(() => owner[Symbol.asyncDispose]());

/** What makes the server reach into its own network. */
const reaching = [
  ["PUT", "/sandbox/routes", { "hooks.acme.dev": "http://127.0.0.1:9" }],
  ["PUT", "/sandbox/routes", {}],
  ["PATCH", "/sandbox/settings", { webhookUrls: "any" }],
  ["PATCH", "/sandbox/settings", { webhookUrls: "any", minimumWithdrawal: 500 }],
  // What is asked for is not looked at before it is known who asks.
  ["PUT", "/sandbox/routes", { "no host": "nowhere" }],
  ["PATCH", "/sandbox/settings", { webhookUrls: "any", timeZone: "Nowhere" }],
] as const;

describe.each(reaching)("with an API key alone, %s %s %j", (method, path, body) => {
  test.each<[string, Record<string, string>]>([
    ["no token", {}],
    ["an empty one", { authorization: "Bearer" }],
    ["a wrong one", { authorization: "Bearer wrong" }],
    ["a longer one", { authorization: `Bearer ${adminToken}x` }],
    ["one with another scheme", { authorization: `Basic ${adminToken}` }],
    ["the API key as one", { authorization: "Bearer <key>" }],
  ])("answers 403 to %s and does nothing", async (_name, headers) => {
    const sent = Object.entries(headers).map(([name, value]) => [name, value.replace("<key>", owner.apiKey)]);
    await expectUnchanged(sandbox, async () => {
      const { status, headers: got, body: said } = await sandbox.ask(method, path, body, Object.fromEntries(sent));
      const text = JSON.stringify(said);
      expectRefusal("control", { status, contentType: got.get("content-type"), text }, 403, "ADMIN_REQUIRED");
      expect(text).toContain("Authorization: Bearer");
      expect(text).not.toMatch(/a token, with|wrong/);
    });
  });

  test("is not done with the token alone either", async () => {
    expect((await sandbox.as(null)(method, path, body, admin)).status).toBe(401);
  });
});

test("with the token too, all of it is done", async () => {
  const routes = { "hooks.acme.dev": "http://127.0.0.1:9" };
  const set = await sandbox.ask("PUT", "/sandbox/routes", routes, admin);
  expect([set.status, set.at("routes")]).toEqual([200, routes]);
  const any = await sandbox.ask("PATCH", "/sandbox/settings", { webhookUrls: "any" }, admin);
  expect([any.status, any.at("webhookUrls")]).toEqual([200, "any"]);
});

test("a rewind does not bring back what an administrator has taken back", async () => {
  await sandbox.ask("PATCH", "/sandbox/settings", { webhookUrls: "any", withdrawalFee: 7 }, admin);
  const place = (await sandbox.ask("POST", "/sandbox/bookmarks", { name: "any" })).at("position");
  await sandbox.ask("PATCH", "/sandbox/settings", { webhookUrls: "strict", withdrawalFee: 8 }, admin);
  for (const target of [{ bookmark: "any" }, { position: place }]) {
    expect((await sandbox.ask("POST", "/sandbox/rewind", target)).status).toBe(200);
    const { body } = await sandbox.ask("GET", "/sandbox/settings");
    expect(body).toMatchObject({ webhookUrls: "strict", withdrawalFee: 7 });
  }
  const webhook = { url: "http://127.0.0.1:22/x", name: "A", events: ["charge.paid"] };
  expect((await sandbox.ask("POST", "/webhook", webhook)).status).toBe(422);
});

test("without it everything else can be done: other settings, strictness, webhooks, and reading", async () => {
  const webhook = { url: "https://hooks.acme.dev/saldo", name: "A", events: ["charge.paid"] };
  const made = await sandbox.ask("POST", "/webhook", webhook);
  const path = `/sandbox/webhooks/${made.text("data.webhookId")}`;
  const answers = [
    made,
    await sandbox.ask("PATCH", "/sandbox/settings", { webhookUrls: "strict" }),
    await sandbox.ask("PATCH", "/sandbox/settings", { webhookTimeout: "PT1S", webhookTimestamps: "wall" }),
    await sandbox.ask("GET", "/sandbox/settings"),
    await sandbox.ask("GET", "/sandbox/routes"),
    await sandbox.ask("PATCH", path, { name: "B" }),
    await sandbox.ask("POST", `${path}/reactivate`),
    await sandbox.ask("GET", "/sandbox/webhooks"),
    await sandbox.ask("DELETE", path),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200, 200, 200, 200]);
});

test("where no token is set, an API key is enough", async () => {
  await using open = await startSandbox();
  expect((await open.ask("PUT", "/sandbox/routes", {})).status).toBe(200);
  expect((await open.ask("PATCH", "/sandbox/settings", { webhookUrls: "any" })).status).toBe(200);
  expect((await open.ask("PUT", "/sandbox/routes", {}, { authorization: "Bearer anything" })).status).toBe(200);
});
