import { describe, expect, test } from "vitest";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { exchange, request, type WireRequest } from "./connection.ts";
import { expectRefusal } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

const sandbox = await sandboxOfTests();

const host = "localhost:4400";

function ask(headers: readonly string[], wanted: Partial<WireRequest> = {}) {
  const all = [`x-api-key: ${sandbox.apiKey}`, ...headers];
  return request(sandbox.url, { method: "GET", target: "/sandbox/world", host, ...wanted, headers: all });
}

const foreign = [
  ["origin: http://evil.example"],
  ["origin: null"],
  ["origin: "],
  ["origin: http://localhost:4401"],
  ["origin: http://localhost"],
  ["origin: http://127.0.0.1:4400"],
  ["origin: ftp://localhost:4400"],
  ["origin: http://localhost:4400.evil.example"],
  ["sec-fetch-site: cross-site"],
  ["sec-fetch-site: same-site"],
  ["origin: http://localhost:4400", "sec-fetch-site: same-site"],
];

describe("a page of another origin is refused with 403 below /sandbox", () => {
  test.each(foreign)("%s %s", async (...headers) => {
    expectRefusal("control", await ask(headers), 403, "ORIGIN_NOT_ALLOWED");
  });

  test.each<Partial<WireRequest>>([
    { target: "/%73andbox/worlds" },
    { target: "/sandbox/nothing/here" },
    { target: "/sandbox" },
    { method: "OPTIONS", target: "/sandbox/worlds" },
  ])("%j", async (wanted) => {
    await expectUnchanged(sandbox, async () => {
      expectRefusal("control", await ask(["origin: http://evil.example"], wanted), 403, "ORIGIN_NOT_ALLOWED");
    });
  });

  test("after its host, and before its key", async () => {
    const headers = ["origin: http://evil.example", "x-api-key: wrong"];
    const asked = { method: "GET", target: "/sandbox/world", headers };
    expect((await request(sandbox.url, { ...asked, host: "evil.example" })).status).toBe(421);
    expect((await request(sandbox.url, { ...asked, host })).status).toBe(403);
  });
});

test.each([
  [[]],
  [["origin: http://localhost:4400"]],
  [["origin: https://LOCALHOST:4400"]],
  [["origin: http://localhost:4400", "sec-fetch-site: same-origin"]],
  [["sec-fetch-site: none", "sec-fetch-mode: navigate", "sec-fetch-dest: document"]],
  // What the fetch of Node sends.
  [["sec-fetch-mode: cors"]],
])("what comes from no page, or from one of its own origin, is answered: %j", async (headers) => {
  expect((await ask(headers)).status).toBe(200);
});

describe("nothing is guessed from an answer's bytes: nosniff, and neither CORS headers nor cookies", () => {
  test.each<[number, Partial<WireRequest>, string[]?]>([
    [200, {}],
    [200, { target: "/sandbox/openapi.json" }],
    [200, { target: "/account-balance" }],
    [400, { target: "/%zz" }],
    [400, { host: null }],
    [401, { target: "/account-balance" }, ["x-api-key: wrong"]],
    [403, {}, ["origin: null"]],
    [404, { target: "/nothing/here" }],
    [405, { method: "OPTIONS", target: "/account-balance" }],
    [421, { host: "evil.example" }],
    [431, {}, [`x-filler: ${"a".repeat(17_000)}`]],
  ])("%i", async (status, wanted, others) => {
    const asked = { method: "GET", target: "/sandbox/world", host, ...wanted };
    const answer = await request(sandbox.url, { ...asked, headers: others ?? [`x-api-key: ${sandbox.apiKey}`] });
    expect(answer).toMatchObject({ status, headers: { "x-content-type-options": "nosniff" } });
    expect(Object.keys(answer.headers).filter((name) => /^access-control-|^set-cookie$/.test(name))).toEqual([]);
  });

  test("also where it was no HTTP", async () => {
    expect((await exchange(sandbox.url, "nonsense\r\n\r\n")).toString()).toMatch(
      /\r\nx-content-type-options: nosniff\r\n/,
    );
  });
});
