import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { printedTestEnv, runTestsIn } from "./printed-test.ts";

const run = promisify(execFile);
const suiteMs = 120_000;
const page = new DocumentedBlocks("docs/testing.md");
/** Below the repository, where the package goes by its name. */
const folder = folderOfTests(import.meta.dirname, ".run-");

test("the tests with vitest and with the runner of Node pass as they are printed", { timeout: suiteMs }, async () => {
  const inContainer = page.take("ts", /testcontainers/);
  const withNode = page.take("ts", /node:test/);
  const withVitest = page.takeAll("ts");
  expect(withVitest).toHaveLength(8);
  for (const { text, line } of withVitest) await writeFile(join(folder, `line-${line}.test.ts`), text);
  await writeFile(join(folder, "node.mts"), withNode.text);
  const [vitest, node] = await Promise.all([
    runTestsIn(folder),
    run("node", ["-C", "saldo-source", "--test", join(folder, "node.mts")], { env: printedTestEnv }).catch(
      (error) => error,
    ),
  ]);
  expect(vitest).toMatchObject({ numPassedTests: 9, numFailedTests: 0, success: true });
  expect(node.stdout).toMatch(/pass 1\b/);
  // It needs Docker: test/containers/testing-page.container.ts runs it.
  expect(inContainer.text).toContain("SaldoContainer");
});

test("nothing else on the page is code that is not run", () => {
  // Both need the packed package: .ci/try-package runs them.
  expect(page.take("js").text).toContain("saldo/testing");
  expect(page.take("sh").text).toBe("npm ci && npm pack\nnpm install --save-dev ../saldo/saldo-0.1.0.tgz vitest\n");
  expect(page.notRun).toEqual([]);
});
