import { expect } from "vitest";
import { it, startCheckedSandbox } from "./checked-sandbox.ts";

it.each([
  ["GET", "/account-balance/", "GET /account-balance"],
  ["GET", "/api/v1/account-balance", "GET /v1/account-balance"],
  ["GET", "/account_balance", "GET /account-balance"],
  ["GET", "/Account-Balance", "GET /account-balance"],
  ["GET", "/v2/account-balance", "GET /account-balance"],
  ["GET", "//account-balance", "GET /account-balance"],
  ["GET", "/acount-balance", "GET /account-balance"],
  ["POST", "/account-balance/withdraw/resend_otp", "POST /account-balance/withdraw/resend-otp"],
  ["GET", "/webhook/whk_1/Logs", "GET /webhook/whk_1/logs"],
  ["GET", "/account-balance/withdraw/", "POST /account-balance/withdraw"],
  ["GET", "/clock", "GET /sandbox/clock"],
  ["POST", "/v1/charges/chg_1/pay", "POST /sandbox/charges/chg_1/pay"],
  ["GET", "/sandbox/account-balance", "GET /account-balance"],
  ["GET", "/sandbox/Inbox/", "GET /sandbox/inbox"],
  ["GET", "/healthz", "GET /sandbox/health"],
  ["GET", "/sandbox/livez", "GET /sandbox/health"],
  ["GET", "/readyz", "GET /sandbox/ready"],
  ["GET", "/docs", "GET /openapi.json"],
  ["GET", "/openapi.yaml", "GET /openapi.json"],
  ["GET", "/sandbox/openapi.yaml", "GET /sandbox/openapi.json"],
])("%s %s: did you mean %s?", async (method, path, meant) => {
  await using sandbox = await startCheckedSandbox();
  const answer = await sandbox.ask(method, path);
  expect([answer.status, String(answer.at("detail") ?? answer.at("message"))]).toEqual([
    404,
    expect.stringContaining(` Did you mean ${meant}? All paths are in `),
  ]);
});

it.each(["/nope", "/", "/constructor", "/metrics", "/a/b/c/d/e", `/${"x".repeat(5_000)}`])(
  "nothing is near %s",
  async (path) => {
    await using sandbox = await startCheckedSandbox();
    const answer = await sandbox.ask("GET", path);
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).not.toContain("Did you mean");
  },
);

it("figures for Prometheus that are off are told with the flag that shows them", async ({ sandbox }) => {
  const answer = await sandbox.ask("GET", "/metrics");
  expect([answer.status, answer.text("message")]).toEqual([
    404,
    "There is no GET /metrics. Start Saldo with --metrics on (SALDO_METRICS) to get it. All paths are in /openapi.json.",
  ]);
});
