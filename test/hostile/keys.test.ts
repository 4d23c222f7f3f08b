import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { request } from "./connection.ts";
import { expectRefusal, type Received } from "./refusal.ts";

let sandbox: SaldoWorld;
const adminToken = "a token, with spaces";
beforeAll(async () => {
  sandbox = await startSandbox({ adminToken });
});
afterAll(() => sandbox[Symbol.asyncDispose]());

async function ask(method: string, target: string, headers: string[]): Promise<Received> {
  const answer = await request(sandbox.url, { method, target, headers });
  return { status: answer.status, contentType: answer.headers["content-type"], text: answer.text };
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
    const sent = headers.map((header) => header.replaceAll("<key>", sandbox.apiKey));
    for (const [document, target] of [
      ["interface", "/account-balance"],
      ["interface", "/v1/webhook/x/logs"],
      ["control", "/sandbox/world"],
      ["control", "/sandbox/charges/x"],
    ] as const) {
      const received = await ask("GET", target, sent);
      expectRefusal(document, received, 401, "UNAUTHORIZED");
      expect(received.text).toContain("X-API-KEY");
      expect(received.text).not.toContain(sandbox.apiKey);
      expect(received.text).not.toMatch(/sk_sandbox|kkkk|0000/);
    }
  });

  test("in the query or the path is neither taken nor repeated", async () => {
    for (const target of [
      "/account-balance?x-api-key=<key>",
      "/account-balance?apiKey=<key>",
      "/account-balance?<key>=1",
    ]) {
      const received = await ask("GET", target.replace("<key>", sandbox.apiKey), []);
      expectRefusal("interface", received, 401, "UNAUTHORIZED");
      expect(received.text).not.toContain(sandbox.apiKey);
    }
  });

  test("may be named in any case and have spaces around it", async () => {
    for (const header of ["X-API-KEY: <key>", "X-Api-Key:<key>", "x-api-key:  \t<key>  "]) {
      expect((await ask("GET", "/account-balance", [header.replace("<key>", sandbox.apiKey)])).status).toBe(200);
    }
  });

  test("is forgotten with its world", async () => {
    const admin = { authorization: `Bearer ${adminToken}` };
    const created = await sandbox.as(null)("POST", "/sandbox/worlds", {}, admin);
    const asOther = sandbox.as(created.text("companies.0.apiKey"));
    expect((await asOther("GET", "/account-balance")).status).toBe(200);
    const path = `/sandbox/worlds/${created.text("worldId")}`;
    expect((await sandbox.as(null)("DELETE", path, undefined, admin)).status).toBe(204);
    expect((await asOther("GET", "/account-balance")).status).toBe(401);
    expect((await sandbox.as(null)("DELETE", path, undefined, admin)).status).toBe(404);
  });
});

const administrative = [
  ["GET", "/sandbox/worlds"],
  ["POST", "/sandbox/worlds"],
  ["DELETE", "/sandbox/worlds/x"],
] as const;

describe.each(administrative)("%s %s", (method, target) => {
  test.each([
    ["nothing", []],
    ["an empty header", ["authorization:"]],
    ["no token", ["authorization: Bearer"]],
    ["an empty token", ["authorization: Bearer "]],
    ["a wrong token", ["authorization: Bearer wrong"]],
    ["a longer token", [`authorization: Bearer ${adminToken}x`]],
    ["a shorter token", [`authorization: Bearer ${adminToken.slice(0, -1)}`]],
    ["the token alone", [`authorization: ${adminToken}`]],
    ["another scheme", [`authorization: Basic ${adminToken}`]],
    ["the token twice in one", [`authorization: Bearer ${adminToken}, Bearer ${adminToken}`]],
    ["the token after a wrong one", ["authorization: Bearer wrong", `authorization: Bearer ${adminToken}`]],
    ["bytes beyond ASCII", ["authorization: Bearer \u00e9"]],
    ["a very long token", [`authorization: Bearer ${"t".repeat(15_000)}`]],
    ["the token as a key", [`x-api-key: ${adminToken}`]],
  ])("answers 401 to %s", async (_name, headers) => {
    const received = await ask(method, target, headers);
    expectRefusal("control", received, 401, "ADMIN_REQUIRED");
    expect(received.text).not.toMatch(/a token, with|wrong|tttt/);
  });

  test("answers 401 to an API key", async () => {
    const received = await ask(method, target, [`x-api-key: ${sandbox.apiKey}`]);
    expectRefusal("control", received, 401, "ADMIN_REQUIRED");
  });

  test("lets the admin token pass, its scheme in any case", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      expect((await ask(method, target, [`authorization: ${scheme} ${adminToken}`])).status).not.toBe(401);
    }
  });
});
