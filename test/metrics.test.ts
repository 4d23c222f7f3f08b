import { expect, test } from "vitest";
import { RunningSaldo } from "./running-saldo.ts";

const key = { "x-api-key": "sandbox-key" };

test("/metrics counts requests by operation and outcome, and tells of worlds and the event loop", async () => {
  await using saldo = new RunningSaldo(["--metrics", "on"]);
  const address = await saldo.address();
  await fetch(`${address}/account-balance`, { headers: key });
  await fetch(`${address}/account-balance`, { headers: key });
  await fetch(`${address}/account-balance`);
  await fetch(`${address}/nowhere`);
  const response = await fetch(`${address}/metrics`);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const lines = (await response.text()).split("\n");
  expect(lines).toContain('saldo_requests_total{operation="getBalance",outcome="balance-read"} 2');
  expect(lines).toContain('saldo_requests_total{operation="getBalance",outcome="unauthorized"} 1');
  expect(lines).toContain('saldo_requests_total{operation="none",outcome="route-unknown"} 1');
  expect(lines).toContain('saldo_request_seconds_count{operation="getBalance",status="2xx"} 2');
  expect(lines).toContain('saldo_request_seconds_count{operation="getBalance",status="4xx"} 1');
  expect(
    lines.filter((line) => /^saldo_build_info\{version="\d+\.\d+\.\d+",node="v\d+\.[\d.]+"\} 1$/.test(line)),
  ).toHaveLength(1);
  expect(lines).toContain("saldo_worlds_loaded 1");
  expect(lines.filter((line) => /^saldo_journal_bytes \d+$/.test(line))).toHaveLength(1);
  expect(lines.filter((line) => /^nodejs_eventloop_lag_p99_seconds \d/.test(line))).toHaveLength(1);
});
