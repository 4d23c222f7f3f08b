import { describe, expect, test } from "vitest";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { request } from "./connection.ts";
import { expectMalformed, expectRefusal } from "./refusal.ts";

const sandbox = await sandboxOfTests();

function ask(method: string, target: string, headers: string[] = [], body?: string) {
  return request(sandbox.url, { method, target, headers: [`x-api-key: ${sandbox.apiKey}`, ...headers], body });
}

function documentOf(path: string) {
  return path === "/sandbox" || path.startsWith("/sandbox/") ? "control" : "interface";
}

describe("a path that there is not", () => {
  test.each([
    ...["/", "/nope", "/account-balance/", "//account-balance", "/account-balance//withdraw", "/ACCOUNT-BALANCE"],
    ...["/account-balance;x=1", "/account-balance%2Fwithdraw", "/account-balance%00", "/v2/account-balance", "/v1"],
    ...["/v1/v1/account-balance", "/v1/sandbox/world", "/./account-balance", "/webhook/../account-balance"],
    ...["/account-balance/..", "/webhook/x/logs/y", "*", "/%2e%2e/etc/passwd", "/__proto__"],
    ...["/..%2f..%2fpackage.json", "/openapi.json/../../package.json", "/%2e%2e/package.json"],
    ...["/sandbox", "/sandbox/", "/sandbox/nope", "/sandbox//world", "/sandbox/../account-balance", "/sandbox/world/"],
    ...["/sandbox/%2e/world", "/sandbox/charges/x/nope", "/sandbox/charges/a/b/pay", "/sandbox/constructor"],
    ...[`/${"a".repeat(12_000)}`, `/sandbox/${"a/".repeat(6_000)}`],
  ])("GET %s answers 404", async (path) => {
    for (const method of ["GET", "POST", "PROPFIND"]) {
      expectRefusal(documentOf(path), await ask(method, path), 404, "ROUTE_UNKNOWN");
    }
  });

  test.each(["/sandbox%2Fworld", "/sandboxes", "/sandbox.json"])("%s is none of the control plane's", async (path) => {
    expectRefusal("interface", await ask("GET", path), 404, "ROUTE_UNKNOWN");
  });

  test("stays unknown whatever body comes with it", async () => {
    const json = "content-type: application/json";
    for (const [header, body] of [
      [json, "{"],
      [json, " ".repeat(300_000)],
      ["content-type: text/plain", "hello"],
      ["content-type: nonsense", "hello"],
    ] as const) {
      expectRefusal("interface", await ask("POST", "/nope", [header], body), 404, "ROUTE_UNKNOWN");
      expectRefusal("control", await ask("PUT", "/sandbox/nope", [header], body), 404, "ROUTE_UNKNOWN");
    }
  });

  test("is named without its query, where a key might stand by mistake", async () => {
    for (const path of ["/nope?apiKey=sk_secret", "/sandbox/nope?apiKey=sk_secret", "/nope#sk_secret"]) {
      const received = await ask("GET", path);
      expectRefusal(documentOf(path), received, 404, "ROUTE_UNKNOWN");
      expect(received.text).not.toContain("secret");
    }
  });
});

describe("a path that is no path", () => {
  test.each([
    ...["/%zz", "/%", "/account-balance%", "/webhook/%zz/logs", "/webhook/%ff/logs", "/v1/%zz", "/%ED%A0%80"],
    ...["/sandbox/%zz", "/sandbox/charges/%zz", "/sandbox/charges/%C0%AF/pay", "/sandbox/withdrawals/%ff?x=1"],
  ])("GET %s answers 400", async (path) => {
    for (const method of ["GET", "POST", "TRACE"]) expectMalformed(documentOf(path), await ask(method, path));
  });

  test("is refused where a parameter is empty", async () => {
    for (const path of ["/webhook//logs", "/v1/webhook//logs", "/sandbox/charges/", "/sandbox/withdrawals/"]) {
      expectMalformed(documentOf(path), await ask("GET", path));
    }
  });

  test("is refused also where it is no text at all", async () => {
    for (const path of ["/acc\u00e9", "/sandbox/\u00ff", "/acc ount", ""]) {
      expectMalformed(documentOf(path), await ask("GET", path));
    }
  });
});

describe("a method that a path does not take", () => {
  test("is refused before its body is looked at, and without a key", async () => {
    const json = "content-type: application/json";
    for (const [header, body] of [
      [json, "{"],
      [json, " ".repeat(300_000)],
      ["content-type: a/b", "x"],
    ] as const) {
      expectRefusal("interface", await ask("PUT", "/account-balance", [header], body), 405, "METHOD_NOT_ALLOWED");
      expectRefusal("control", await ask("PATCH", "/sandbox/clock", [header], body), 405, "METHOD_NOT_ALLOWED");
    }
    const stranger = await sandbox.as(null)("DELETE", "/sandbox/world");
    expect(stranger.status).toBe(405);
  });

  test.each(["FOO", "get", "G\u00c9T", "GET\u0000"])("the made-up method %j answers 400", async (method) => {
    for (const path of ["/account-balance", "/nope"]) expectMalformed("interface", await ask(method, path));
  });

  test("a made-up method under /sandbox answers with a problem", async () => {
    expectMalformed("control", await ask("FOO", "/sandbox/world"));
  });

  test("HEAD answers as GET does, without the body", async () => {
    for (const path of ["/account-balance", "/sandbox/world", "/v1/webhook/x/logs", "/sandbox/charges/x"]) {
      const [get, head] = [await ask("GET", path), await ask("HEAD", path)];
      // A second may begin between the two.
      const headers = { ...head.headers, date: get.headers.date };
      expect({ ...head, headers, text: get.text }).toEqual(get);
      expect(head.headers.date).toBeDefined();
      expect(head.text).toBe("");
    }
  });
});
