import { startSandbox } from "saldo/testing";
import { expect, test } from "vitest";
import { quickFetch } from "./quick-fetch.ts";

test("an application that takes the fetch of its world learns when to ask again, and can give up", async () => {
  await using sandbox = await startSandbox();
  await using quick = quickFetch(sandbox);
  const { fetch, faults, apiKey } = sandbox.sendingWith(quick.fetch);
  const headers = { "x-api-key": apiKey ?? "" };
  await faults.add({ kind: "status", status: 429, headers: { "Retry-After": "7" }, operationId: "getBalance" });
  expect((await fetch("/account-balance", { headers })).headers.get("retry-after")).toBe("7");
  await faults.add({ kind: "latency", delay: "PT1M", operationId: "listWithdrawals" });
  const leaving = new AbortController();
  const asked = fetch("/account-balance/withdrawals", { headers, signal: leaving.signal });
  leaving.abort(new Error("no more patience"));
  await expect(asked).rejects.toThrow("no more patience");
});
