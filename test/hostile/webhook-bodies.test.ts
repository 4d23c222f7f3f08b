import { expect, test } from "vitest";
import { Account } from "../rules/account.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { expectMalformed, expectRefusal } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

// No receiver is reached from here: the host has no route, and the sandbox connects to nothing else.
const sandbox = await sandboxOfTests();
const account = new Account(sandbox.ask);
const { webhookId } = await account.webhook(["charge.paid"]);
const deliveryId = await account.testWebhook(webhookId);
await account.quiet();

async function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const sent = { "x-api-key": sandbox.apiKey, ...json, ...headers };
  const response = await fetch(sandbox.url + path, { method, headers: sent, body: body ?? null });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

const routes = async () => (await sandbox.ask("GET", "/sandbox/routes")).at("routes");

test("routes can be none, and a hundred, and have names that objects have", async () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`h${i}.acme.dev`, "http://127.0.0.1:9"]));
  const odd = { constructor: "http://127.0.0.1:9", prototype: "http://127.0.0.1:9", tostring: "http://127.0.0.1:9" };
  for (const given of [many, odd, {}]) {
    const set = await sandbox.ask("PUT", "/sandbox/routes", given);
    expect([set.status, set.at("routes")]).toEqual([200, given]);
    expect(await routes()).toEqual(given);
  }
});

const payments = { url: "https://hooks.acme.dev/saldo", name: "Payments", events: ["charge.paid"] };

test("a webhook shows its name as it was given, whatever it would mean elsewhere", async () => {
  for (const name of [
    "<script>alert(1)</script>",
    "'; DROP TABLE webhooks; --",
    "{{7*7}}",
    "\u202egnp.exe",
    "__proto__",
  ]) {
    const made = await sandbox.ask("POST", "/webhook", { ...payments, name });
    expect([made.status, made.at("data.name")]).toEqual([201, name]);
    await sandbox.ask("DELETE", `/sandbox/webhooks/${made.text("data.webhookId")}`);
  }
});

const actions = [
  ["interface", "POST", `/webhook/${webhookId}/test`],
  ["control", "POST", `/sandbox/webhooks/${webhookId}/reactivate`],
  ["control", "DELETE", `/sandbox/webhooks/${webhookId}`],
  ["control", "POST", `/sandbox/deliveries/${deliveryId}/redeliver`],
] as const;

test("what needs no body is not done when there is one that cannot be read", async () => {
  await expectUnchanged(sandbox, async () => {
    for (const [document, method, path] of actions) {
      for (const body of ["{", "\u0000", '{"a":1,"a":2}', '{"__proto__":{}}', "[".repeat(10_000)]) {
        expectMalformed(document, await send(method, path, body));
      }
      const text = await send(method, path, "x", { "content-type": "text/plain" });
      expectRefusal(document, text, 415, "MEDIA_TYPE_UNSUPPORTED");
      expectRefusal(document, await send(method, path, " ".repeat(300_000)), 413, "BODY_TOO_LARGE");
    }
  });
});
