import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clauses } from "../../contracts-old/clauses/catalogue.ts";
import { clausesThat, readReport, runContract } from "../running-contract.ts";

// Against a sandbox by its address and against deployments: test/slow.
test("the whole suite holds of a sandbox of its own", { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "saldo-contract-"));
  const file = join(folder, "own.json");
  const run = await runContract(["--in-process", "--json", file]);
  expect(run.code, run.stdout + run.stderr).toBe(0);
  expect(run.stdout).toContain("Everything held.");
  const report = await readReport(file);
  expect(report.target).toMatchObject({ kind: "sandbox in process", time: "advanced" });
  expect(clausesThat(report, "held")).toEqual(clauses.map(({ id }) => id));
  expect(report).toMatchObject({
    observations: [],
    leftBehind: [],
    suiteErrors: [],
    ledger: { spentCents: 0, entries: [] },
  });
  await rm(folder, { recursive: true });
});
