import { expect, test } from "vitest";
import { RunningSaldo, runSaldo } from "../running-saldo.ts";
import { PostgresServer } from "./postgres-server.ts";

/** Returns the status, and the kinds and texts of the reasons. */
async function readiness(saldo: RunningSaldo): Promise<readonly [number, string]> {
  const response = await fetch(`${await saldo.address()}/sandbox/ready`);
  const { reasons = [] } = Object(await response.json());
  return [response.status, JSON.stringify(reasons)];
}

async function becomes(saldo: RunningSaldo, status: number): Promise<string> {
  for (;;) {
    const [now, reasons] = await readiness(saldo);
    if (now === status) return reasons;
  }
}

test("a process is not ready beside an earlier one with another configuration, and is when that one has left", async () => {
  await using server = await PostgresServer.start();
  const variables = { SALDO_STORE: server.url, SALDO_DRAIN: "0" };
  await using first = new RunningSaldo([], { ...variables, SALDO_ADMIN_TOKEN: "one" });
  expect(await readiness(first)).toEqual([200, "[]"]);
  await using same = new RunningSaldo([], { ...variables, SALDO_ADMIN_TOKEN: "one" });
  expect(await readiness(same)).toEqual([200, "[]"]);
  await using other = new RunningSaldo([], { ...variables, SALDO_ADMIN_TOKEN: "two" });
  const [status, reasons] = await readiness(other);
  expect(status).toBe(503);
  expect(reasons).toContain("the admin token (SALDO_ADMIN_TOKEN) differs");
  expect(reasons).not.toContain("SALDO_ROUTES");
  expect(other.output).toContain("warning: GET /sandbox/ready says 503: the admin token (SALDO_ADMIN_TOKEN) differs");
  expect(same.output).not.toContain("warning: GET /sandbox/ready");
  expect(await readiness(first)).toEqual([200, "[]"]);
  expect(await Promise.all([first.stop(), same.stop()])).toEqual([0, 0]);
  await becomes(other, 200);
});

test("a start in the background says by its status that its configuration is another one", async () => {
  await using server = await PostgresServer.start();
  const variables = { SALDO_STORE: server.url, SALDO_DRAIN: "0" };
  await using first = new RunningSaldo([], { ...variables, SALDO_ADMIN_TOKEN: "one" });
  await first.address();
  const start = ["start", "--port", "0", "--wait"];
  for (const [token, status] of [
    ["one", 0],
    ["two", 3],
  ] as const) {
    const { code, stdout } = await runSaldo(start, { ...variables, SALDO_ADMIN_TOKEN: token });
    process.kill(Number(/to stop it: kill (\d+)/.exec(stdout)?.[1]));
    expect(code ?? 0).toBe(status);
  }
});

test("a process is not ready while its database is away", async () => {
  await using server = await PostgresServer.start();
  await using saldo = new RunningSaldo([], { SALDO_STORE: server.url, SALDO_DRAIN: "0" });
  expect(await readiness(saldo)).toEqual([200, "[]"]);
  await server.halt("SIGQUIT");
  expect(await becomes(saldo, 503)).toContain("no-database");
  await server.resume();
  await becomes(saldo, 200);
});
