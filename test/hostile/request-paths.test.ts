import { request } from "node:http";
import { expect, test } from "vitest";
import { sandboxOfTests } from "../sandbox-of-tests.ts";

const adminToken = "an-admin-token";
const withdrawId = "wdr_0123456789abcdef01234567";
let tell: (path: string) => void = () => undefined;
const sandbox = await sandboxOfTests({ adminToken, requestLog: ({ path }) => tell(path) });

/** The path that the log shows of a request whose target is sent as it stands here. */
function logged(target: string, method = "GET"): Promise<string> {
  const { port } = new URL(sandbox.url);
  const options = { host: "127.0.0.1", port, method, path: target, headers: { "X-API-KEY": sandbox.apiKey } };
  return new Promise((resolve, reject) => {
    tell = resolve;
    request(options, (response) => response.resume())
      .on("error", reject)
      .end();
  });
}

test.each([
  ["/account-balance", "/account-balance"],
  ["/v1/account-balance?value=123456&sk_sandbox_x", "/v1/account-balance"],
  [`/sandbox/withdrawals/${withdrawId}/approve`, `/sandbox/withdrawals/${withdrawId}/approve`],
  ["/sandbox/requests", "/sandbox/requests"],
  ["/openapi.json", "/openapi.json"],
])("the log shows what is documented, and what Saldo named itself: %s", async (target, path) => {
  expect(await logged(target)).toBe(path);
});

test.each([
  ["/webhook/123456/logs", "/webhook/…/logs"],
  ["/webhook/<key>", "/webhook/…"],
  ["/sandbox/bookmarks/<key>", "/sandbox/bookmarks/…"],
  [`/sandbox/worlds/${adminToken}`, "/sandbox/worlds/…"],
  [`/account-balance/<key>/${adminToken}`, "/account-balance/…/…"],
  ["/<key>", "/…"],
  ["/%61ccount-balance/%31%32%33456", "/…/…"],
  ["/account-balance%2f123456", "/…"],
  ["/account-balance;<key>", "/…"],
  ["http://<key>@nobody.example/account-balance/<key>", "/account-balance/…"],
])("but no key, code or token: %s", async (target, path) => {
  for (const method of ["GET", "DELETE"]) {
    expect(await logged(target.replaceAll("<key>", sandbox.apiKey), method)).toBe(path);
  }
});

test("of a path without an end its beginning is logged", async () => {
  expect(await logged("/x".repeat(4_000))).toBe("/…".repeat(20));
});

test("an admin token in a call is hidden among the requests, as a key is, wherever it stands", async () => {
  await logged(`/account-balance?${adminToken}=1&page=2`);
  await logged(`/nowhere/x-${adminToken}?page=${adminToken}`);
  const { body } = await sandbox.ask("GET", "/sandbox/requests?limit=2");
  const said = JSON.stringify(body);
  expect(said).toContain('"/account-balance?[redacted]=[redacted]&page=[redacted]"');
  expect(said).not.toContain(adminToken);
});
