import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { clausesThat, readReport, runContract } from "../running-contract.ts";
import { Replicas } from "./replicas.ts";

test("three replicas behind a balancer pass every clause of the contract suite", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "saldo-contract-shared-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const replicas = stack.use(await Replicas.start(inject("databaseUrl"), []));
  const balancer = stack.use(await replicas.balancer());
  const file = join(folder, "report.json");
  const { code, stdout } = await runContract(["--url", balancer.url, "--save-json", file]);
  const report = await readReport(file);
  expect(clausesThat(report, "broken"), stdout).toEqual([]);
  expect(clausesThat(report, "suite-error"), stdout).toEqual([]);
  // Zero: every documented clause was judged, too.
  expect(code, stdout).toBe(0);
  for (const passed of balancer.passed) expect(passed).toBeGreaterThan(100);
});
