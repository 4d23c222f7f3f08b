import { describe, expect, test } from "vitest";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { exchange, request } from "./connection.ts";
import { expectMalformed, expectRefusal } from "./refusal.ts";

const sandbox = await sandboxOfTests();

const limit = 256 * 1024;

function makeWorld(
  body: string,
  { url = sandbox.url, headers = [`x-api-key: ${sandbox.apiKey}`], chunked = false } = {},
) {
  return request(url, {
    method: "POST",
    target: "/sandbox/worlds",
    headers: ["content-type: application/json", ...headers, ...(chunked ? ["transfer-encoding: chunked"] : [])],
    ...(chunked && { contentLength: null }),
    body: chunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body,
  });
}

const named = (bytes: number) => '{"fixture":"default"}'.padEnd(bytes);

describe("a body that makes a world and is larger than others may be", () => {
  test.each([false, true])("is read only from a client with a known API key (in chunks: %s)", async (chunked) => {
    expect((await makeWorld(named(limit), { headers: [], chunked })).status).toBe(201);
    for (const headers of [[], ["x-api-key: unknown"]]) {
      const refused = await makeWorld(named(limit + 1), { headers, chunked });
      expectRefusal("control", refused, 413, "BODY_TOO_LARGE");
      expect(refused.text).toContain(`"limitBytes":${limit}`);
      expect(refused.text).toContain("send the X-API-KEY of any company of this sandbox");
    }
    expect((await makeWorld(named(limit + 1), { chunked })).status).toBe(201);
  });

  test("is read from the bearer of the admin token, where one is set", async () => {
    await using guarded = await startSandbox({ adminToken: "t0ken" });
    const { url } = guarded;
    const bearer = { url, headers: ["authorization: Bearer t0ken"] };
    expect((await makeWorld(named(limit + 1), bearer)).status).toBe(201);
    const keyOnly = await makeWorld(named(limit + 1), { url, headers: [`x-api-key: ${guarded.apiKey}`] });
    expectRefusal("control", keyOnly, 401, "ADMIN_REQUIRED");
  });

  test.each([
    ["many members", `{"world":{${members(30_000)}}}`, "an object has 30000 members; at most 1000 are allowed"],
    ["unknown properties", `{${members(30_000)}}`, "at most 1000 are allowed"],
    ["nested lists", "[".repeat(2 * limit), "not complete"],
    ["closed nested lists", `{"world":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, "deeper than 64 levels"],
    ["a name twice", `{"fixture":"default","fixture":"${"x".repeat(limit)}"}`, "appears twice"],
    ["a prototype", `{"fixture":{"__proto__":{"x":"${"x".repeat(limit)}"}}}`, "__proto__"],
    ["a large number", `{"fixture":{"x":9007199254740993,"y":"${"x".repeat(limit)}"}}`, "too large"],
  ])("is read as strictly as any other: %s", async (_name, body, problem) => {
    const received = await makeWorld(body);
    expectMalformed("control", received);
    expect(received.text).toContain(problem);
    expect(received.text.length).toBeLessThan(1_000);
  });

  test("is refused while it still comes in chunks, so that a stranger's body is not kept", async () => {
    const head =
      "POST /sandbox/worlds HTTP/1.1\r\nhost: saldo\r\ncontent-type: application/json\r\ntransfer-encoding: chunked";
    const unfinished = `${(limit + 1).toString(16)}\r\n${" ".repeat(limit + 1)}\r\n`;
    expect(String(await exchange(sandbox.url, `${head}\r\n\r\n${unfinished}`))).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("is told what is wrong with it like any other", async () => {
    const filler = "x".repeat(limit);
    const invalid = await makeWorld(JSON.stringify({ fixture: { companies: [{ balance: -1, name: filler }] } }));
    expectRefusal("control", invalid, 422, "FIXTURE_INVALID");
    expect(invalid.text).toContain("$.companies[0]");
    const both = await makeWorld(JSON.stringify({ fixture: { companies: [], x: filler }, world: {} }));
    expectMalformed("control", both);
  });
});

test.each([20_000, 400_000])("an answer does not repeat a name of %i characters", async (length) => {
  const received = await makeWorld(JSON.stringify({ fixture: { ["k".repeat(length)]: 1, companies: [{}] } }));
  expectRefusal("control", received, 422, "FIXTURE_INVALID");
  expect(received.text.length).toBeLessThan(2_000);
});

function members(count: number): string {
  return Array.from({ length: count }, (_, i) => `"k${i}":1`).join(",");
}
