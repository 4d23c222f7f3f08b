import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { Account } from "../rules/account.ts";
import { expectMalformed, expectRefusal, type Received } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

let sandbox: SaldoWorld;
let webhookId: string;
let deliveryId: string;
beforeAll(async () => {
  // Nobody is reached from here: the host has no route, and the sandbox connects to nothing else.
  sandbox = await startSandbox();
  const account = new Account(sandbox.ask);
  webhookId = (await account.webhook(["charge.paid"])).webhookId;
  deliveryId = await account.testWebhook(webhookId);
  await account.quiet();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

async function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const sent = { "x-api-key": sandbox.apiKey, ...json, ...headers };
  const response = await fetch(sandbox.url + path, { method, headers: sent, body: body ?? null });
  const received: Received = {
    status: response.status,
    contentType: response.headers.get("content-type"),
    text: await response.text(),
  };
  return received;
}

const target = '"http://127.0.0.1:9"';
const putRoutes = (body: string) => send("PUT", "/sandbox/routes", body);
const routes = async () => (await sandbox.ask("GET", "/sandbox/routes")).at("routes");

describe("routes", () => {
  test.each([
    ["a prototype", `{"__proto__":${target}}`],
    ["an object as the prototype", `{"__proto__":{"hooks.acme.dev":${target}}}`],
    ["a prototype in escapes", `{"\\u005f\\u005fproto__":${target}}`],
    ["a prototype among others", `{"hooks.acme.dev":${target},"__proto__":${target}}`],
    ["a constructor with a prototype", `{"constructor":{"prototype":${target}}}`],
    ["a host twice", `{"hooks.acme.dev":${target},"hooks.acme.dev":${target}}`],
    ["a host twice, once in escapes", `{"hooks.acme.dev":${target},"hooks\\u002eacme.dev":${target}}`],
    ["a list of pairs", `[["hooks.acme.dev",${target}]]`],
    ["pairs within", `{"routes":{"hooks.acme.dev":${target}}}`],
    ["nested garbage", `{"hooks.acme.dev":${"[".repeat(1_000)}${"]".repeat(1_000)}}`],
    ["a target in a list", `{"hooks.acme.dev":[${target}]}`],
    ["101 hosts", `{${Array.from({ length: 101 }, (_, i) => `"h${i}.acme.dev":${target}`).join()}}`],
    ["5,000 hosts", `{${Array.from({ length: 5_000 }, (_, i) => `"h${i}.acme.dev":${target}`).join()}}`],
  ])("cannot be set to %s", async (_name, body) => {
    await expectUnchanged(sandbox, async () => {
      const received = await putRoutes(body);
      expectMalformed("control", received);
      expect(received.text.length).toBeLessThan(6_000);
    });
    expect(await routes()).toEqual({});
  });

  test("are replaced as a whole or not at all", async () => {
    expect((await putRoutes(`{"a.acme.dev":${target}}`)).status).toBe(200);
    expect((await putRoutes(`{"b.acme.dev":${target},"c d":${target}}`)).status).toBe(422);
    expect(await routes()).toEqual({ "a.acme.dev": "http://127.0.0.1:9" });
    expect((await putRoutes("{}")).status).toBe(200);
    expect(await routes()).toEqual({});
  });

  test("can be none, and a hundred, and have names that objects have", async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`h${i}.acme.dev`, "http://127.0.0.1:9"]));
    const odd = { constructor: "http://127.0.0.1:9", prototype: "http://127.0.0.1:9", tostring: "http://127.0.0.1:9" };
    for (const given of [many, odd, {}]) {
      const set = await sandbox.ask("PUT", "/sandbox/routes", given);
      expect([set.status, set.at("routes")]).toEqual([200, given]);
      expect(await routes()).toEqual(given);
    }
  });
});

describe("a webhook", () => {
  const payments = { url: "https://hooks.acme.dev/saldo", name: "Payments", events: ["charge.paid"] };

  test.each([...["webhook.test", "charge.refunded", "CHARGE.PAID", "charge.paid ", "*", "__proto__", "constructor"]])(
    "cannot be told of %j, nor of it among others",
    async (event) => {
      await expectUnchanged(sandbox, async () => {
        for (const events of [[event], ["charge.paid", event]]) {
          const body = JSON.stringify({ ...payments, events });
          expectRefusal("interface", await send("POST", "/webhook", body), 422, "WEBHOOK_EVENT_UNKNOWN");
          const changed = await send("PATCH", `/sandbox/webhooks/${webhookId}`, body);
          expectRefusal("control", changed, 422, "WEBHOOK_EVENT_UNKNOWN");
        }
      });
    },
  );

  test.each(["secret", "active", "webhookId", "companyId", "deactivatedAt", "deleted", "__proto__", "createdAt"])(
    "takes no %s from its company",
    async (name) => {
      await expectUnchanged(sandbox, async () => {
        const body = JSON.stringify(payments).replace("{", `{"${name}":"whsec_mine",`);
        expectMalformed("interface", await send("POST", "/webhook", body));
        expectMalformed("control", await send("PATCH", `/sandbox/webhooks/${webhookId}`, body));
      });
    },
  );

  test("shows its name as it was given, whatever it would mean elsewhere", async () => {
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

  test("is not changed by its own API key, whatever is sent", async () => {
    await expectUnchanged(sandbox, async () => {
      for (const method of ["PUT", "PATCH", "DELETE"]) {
        for (const body of [undefined, "{}", JSON.stringify(payments), '"x"']) {
          const received = await send(method, `/webhook/${webhookId}`, body);
          expectRefusal("interface", received, 403, "NOT_ALLOWED_WITH_API_KEY");
        }
        expectMalformed("interface", await send(method, `/webhook/${webhookId}`, "{"));
      }
    });
  });
});

describe("what needs no body", () => {
  const actions = () =>
    [
      ["interface", "POST", `/webhook/${webhookId}/test`],
      ["control", "POST", `/sandbox/webhooks/${webhookId}/reactivate`],
      ["control", "DELETE", `/sandbox/webhooks/${webhookId}`],
      ["control", "POST", `/sandbox/deliveries/${deliveryId}/redeliver`],
    ] as const;

  test("is not done when there is one that cannot be read", async () => {
    await expectUnchanged(sandbox, async () => {
      for (const [document, method, path] of actions()) {
        for (const body of ["{", "\u0000", '{"a":1,"a":2}', '{"__proto__":{}}', "[".repeat(10_000)]) {
          expectMalformed(document, await send(method, path, body));
        }
        const text = await send(method, path, "x", { "content-type": "text/plain" });
        expectRefusal(document, text, 415, "MEDIA_TYPE_UNSUPPORTED");
        expectRefusal(document, await send(method, path, " ".repeat(300_000)), 413, "BODY_TOO_LARGE");
      }
    });
  });

  test("is not done for what another company has", async () => {
    const added = await sandbox.ask("POST", "/sandbox/companies", {});
    const stranger = sandbox.as(added.text("apiKey"));
    await expectUnchanged(sandbox, async () => {
      for (const [, method, path] of actions())
        expect([path, (await stranger(method, path)).status]).toEqual([path, 404]);
      const named = await stranger("PATCH", `/sandbox/webhooks/${webhookId}`, { name: "mine" });
      expect([named.status, named.at("code")]).toEqual([404, "WEBHOOK_UNKNOWN"]);
      expect((await stranger("GET", `/webhook/${webhookId}/logs`)).status).toBe(404);
      for (const query of ["", `?webhookId=${webhookId}`, `?after=${deliveryId}`, "?event=webhook.test&state=FAILED"]) {
        expect((await stranger("GET", `/sandbox/deliveries${query}`)).at("deliveries")).toEqual([]);
      }
      expect((await stranger("GET", "/sandbox/webhooks")).at("webhooks")).toEqual([]);
      expect((await stranger("GET", "/webhook")).at("data")).toEqual([]);
    });
  });

  test("tells no difference between an id of another kind and one that is not there", async () => {
    await expectUnchanged(sandbox, async () => {
      for (const id of [deliveryId, "whk_nope", "__proto__", "constructor", "..%2f..", "%F0%9F%98%80", "0", "-1"]) {
        expect((await sandbox.ask("POST", `/webhook/${id}/test`)).at("data.code")).toBe("WEBHOOK_UNKNOWN");
        expect((await sandbox.ask("DELETE", `/sandbox/webhooks/${id}`)).at("code")).toBe("WEBHOOK_UNKNOWN");
      }
      for (const id of [webhookId, "dlv_nope", "__proto__", "constructor"]) {
        const redelivered = await sandbox.ask("POST", `/sandbox/deliveries/${id}/redeliver`);
        expect([redelivered.status, redelivered.at("code")]).toEqual([404, "DELIVERY_UNKNOWN"]);
      }
    });
  });
});

describe("the time-out of attempts", () => {
  test.each(["PT0S", "PT5M0.001S", "PT10M", "P1D", "P1M", "P1Y", "PT", "10", "PT-1S", "PT1e9S"])(
    "cannot be %s",
    async (webhookTimeout) => {
      await expectUnchanged(sandbox, async () => {
        const set = await sandbox.ask("PATCH", "/sandbox/settings", { webhookTimeout });
        expect([400, 422]).toContain(set.status);
        expect(set.text("detail")).toContain("webhookTimeout");
      });
    },
  );

  test.each(["PT0.001S", "PT1S", "PT5M", "PT300S"])("can be %s", async (webhookTimeout) => {
    const set = await sandbox.ask("PATCH", "/sandbox/settings", { webhookTimeout });
    expect([set.status, set.at("webhookTimeout")]).toEqual([200, webhookTimeout]);
  });
});
