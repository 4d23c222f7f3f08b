import { describe, expect, test } from "vitest";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { request } from "./connection.ts";
import { expectRefusal } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

const adminToken = "a token, with spaces";
const owner = await sandboxOfTests({ adminToken });

function ask(method: string, target: string, headers: string[], body?: string) {
  return request(owner.url, { method, target, headers, body });
}

/** How the header stands in the request; `<key>` is the right one. */
const wrongKeys: [string, string[]][] = [
  ["none", []],
  ["an empty one", ["x-api-key:"]],
  ["spaces", ["x-api-key:    "]],
  ["a wrong one", ["x-api-key: sk_sandbox_wrong"]],
  ["one that is longer", ["x-api-key: <key>x"]],
  ["one in quotes", ['x-api-key: "<key>"']],
  ["one with a scheme", ["x-api-key: Bearer <key>"]],
  ["one in another header", ["authorization: Bearer <key>", "api-key: <key>", "x_api_key: <key>"]],
  ["one in a cookie", ["cookie: x-api-key=<key>"]],
  ["the right one twice", ["x-api-key: <key>", "x-api-key: <key>"]],
  ["the right one and another", ["x-api-key: <key>", "x-api-key: other"]],
  ["another and the right one", ["x-api-key: other", "X-API-KEY: <key>"]],
  ["two in one", ["x-api-key: <key>, <key>"]],
  ["Latin-1", ["x-api-key: \u00e9\u00ff"]],
  ["bytes beyond ASCII after the right one", ["x-api-key: <key>\u00a0"]],
  ["a very long one", [`x-api-key: ${"k".repeat(15_000)}`]],
  ["the name of a prototype", ["x-api-key: __proto__"]],
  ["a digest", [`x-api-key: ${"0".repeat(64)}`]],
];

describe("an API key", () => {
  test.each(wrongKeys)("that is %s answers 401", async (_name, headers) => {
    const sent = headers.map((header) => header.replaceAll("<key>", owner.apiKey));
    for (const [document, target] of [
      ["interface", "/account-balance"],
      ["interface", "/v1/webhook/x/logs"],
      ["control", "/sandbox/world"],
      ["control", "/sandbox/charges/x"],
    ] as const) {
      const received = await ask("GET", target, sent);
      expectRefusal(document, received, 401, "UNAUTHORIZED");
      expect(received.text).toContain("X-API-KEY");
      expect(received.text).not.toContain(owner.apiKey);
      expect(received.text).not.toMatch(/sk_sandbox|kkkk|0000/);
    }
  });

  test("in the query or the path is neither taken nor repeated", async () => {
    for (const target of [
      "/account-balance?x-api-key=<key>",
      "/account-balance?apiKey=<key>",
      "/account-balance?<key>=1",
    ]) {
      const received = await ask("GET", target.replace("<key>", owner.apiKey), []);
      expectRefusal("interface", received, 401, "UNAUTHORIZED");
      expect(received.text).not.toContain(owner.apiKey);
    }
  });

  test("may be named in any case and have spaces around it", async () => {
    for (const header of ["X-API-KEY: <key>", "X-Api-Key:<key>", "x-api-key:  \t<key>  "]) {
      expect((await ask("GET", "/account-balance", [header.replace("<key>", owner.apiKey)])).status).toBe(200);
    }
  });
});

const administrative = [
  ["GET", "/sandbox/worlds", undefined, 401],
  ["POST", "/sandbox/worlds", undefined, 401],
  ["DELETE", "/sandbox/worlds/x", undefined, 401],
  // What makes the server reach into its own network; what is asked for is not looked at before it is known who asks.
  ["PUT", "/sandbox/routes", "{}", 403],
  ["PUT", "/sandbox/routes", '{"no host":"nowhere"}', 403],
  ["PATCH", "/sandbox/settings", '{"webhookUrls":"any","minimumWithdrawal":500}', 403],
] as const;

const wrongTokens: [string, string[]][] = [
  ["nothing", []],
  ["an empty header", ["authorization:"]],
  ["no token", ["authorization: Bearer"]],
  ["a wrong token", ["authorization: Bearer wrong"]],
  ["a longer token", [`authorization: Bearer ${adminToken}x`]],
  ["a shorter token", [`authorization: Bearer ${adminToken.slice(0, -1)}`]],
  ["the token alone", [`authorization: ${adminToken}`]],
  ["another scheme", [`authorization: Basic ${adminToken}`]],
  ["the token twice in one", [`authorization: Bearer ${adminToken}, Bearer ${adminToken}`]],
  ["the token after a wrong one", ["authorization: Bearer wrong", `authorization: Bearer ${adminToken}`]],
  ["bytes beyond ASCII", ["authorization: Bearer \u00e9"]],
  ["a very long token", [`authorization: Bearer ${"t".repeat(15_000)}`]],
  ["the API key as one", ["authorization: Bearer <key>"]],
];

describe.each(administrative)("%s %s %s needs the admin token", (method, target, body, status) => {
  const json = body === undefined ? [] : ["content-type: application/json"];

  test("and an API key is none", async () => {
    await expectUnchanged(owner, async () => {
      for (const [name, headers] of wrongTokens) {
        const sent = [...headers, "x-api-key: <key>"].map((header) => header.replace("<key>", owner.apiKey));
        const received = await ask(method, target, [...json, ...sent], body);
        expectRefusal("control", received, status, "ADMIN_REQUIRED");
        expect(received.text, name).toContain("Authorization: Bearer");
        expect(received.text, name).not.toMatch(/a token, with|wrong|tttt/);
      }
    });
  });

  test("whose scheme may be in any case; where a company is meant its key is needed, too", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      const token = `authorization: ${scheme} ${adminToken}`;
      expect((await ask(method, target, [...json, token, `x-api-key: ${owner.apiKey}`], body)).status).not.toBe(status);
      if (status === 403) expect((await ask(method, target, [...json, token], body)).status).toBe(401);
    }
  });
});

test("with an API key alone everything else can be done, and where no token is set, that too", async () => {
  await using open = await startSandbox();
  for (const body of [{ webhookUrls: "strict" }, { webhookTimeout: "PT1S", webhookTimestamps: "wall" }]) {
    expect((await owner.as(owner.apiKey)("PATCH", "/sandbox/settings", body)).status).toBe(200);
  }
  expect((await open.ask("PUT", "/sandbox/routes", {})).status).toBe(200);
  expect((await open.ask("PATCH", "/sandbox/settings", { webhookUrls: "any" })).status).toBe(200);
});

test("a wrong or missing key names the default one while it is in use, and no other", async () => {
  await using server = new RunningSaldo(["--seed", "keys"]);
  await using own = new RunningSaldo(["--api-key", "my-own-key"]);
  for (const headers of [{}, { "x-api-key": "wrong" }]) {
    const told = await (await fetch(`${await server.address()}/account-balance`, { headers })).text();
    expect(told).toContain("The default key of this sandbox is sandbox-key.");
    expect(await (await fetch(`${await own.address()}/account-balance`, { headers })).text()).not.toMatch(
      /default|my-own/,
    );
  }
});

test("a key and a token that people chose are hidden in calls and the log, however a caller spells them", async () => {
  const [key, token] = ["Acme/2026+key", 'operator"s/t0ken'];
  await using own = new RunningSaldo(["--api-key", key, "--admin-token", token, "--log", "info"]);
  const address = await own.address();
  const headers = { "x-api-key": key, authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (const secret of [key, token]) {
    const encoded = encodeURIComponent(secret);
    const everyByte = Buffer.from(secret).toString("hex").replaceAll(/../g, "%$&");
    for (const path of [`nowhere/${secret}`, `webhook/${encoded}/logs`, `account-balance?limit=${everyByte}`])
      await fetch(`${address}/${path}`, { headers });
    const escaped = Array.from(secret, (one) => `\\u00${one.charCodeAt(0).toString(16)}`).join("");
    for (const body of [JSON.stringify({ withdrawId: secret, [secret]: 1 }), `{ "withdrawId": "${escaped}" }`])
      await fetch(`${address}/account-balance/withdraw/confirm`, { method: "POST", headers, body });
  }
  const shown = await Promise.all(
    ["requests?limit=100", "requests/har"].map(async (path) =>
      (await fetch(`${address}/sandbox/${path}`, { headers })).text(),
    ),
  );
  expect(JSON.parse(shown[0] ?? "").requests).toHaveLength(10);
  for (const text of [...shown, own.output])
    expect(decodeURIComponent(text)).not.toMatch(/2026.{1,6}key|operator.{0,6}s/);
});
