import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { folderOfTests } from "../folder-of-tests.ts";
import { clausesThat, readReport, runContract } from "../running-contract.ts";
import { Replicas } from "./replicas.ts";

const folder = folderOfTests();

test("three replicas behind a balancer pass every clause of the contract suite", async () => {
  await using stack = new AsyncDisposableStack();
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
