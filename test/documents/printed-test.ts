import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const config = `export default {
  ssr: { resolve: { conditions: ["saldo-source"], externalConditions: ["saldo-source"] } },
  // A busy machine must not fail them.
  test: { include: ["*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 },
};
`;

/** The environment of a test that is run by a test: without what vitest has told this one. */
export const printedTestEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")),
);

/** Runs the tests of a folder in a process of its own. Returns the report of vitest, also when one fails. */
export async function runTestsIn(folder: string): Promise<object> {
  await writeFile(join(folder, "vitest.config.ts"), config);
  const report = join(folder, "report.json");
  const args = ["run", "--root", folder, "--reporter", "json", "--outputFile", report];
  await promisify(execFile)("vitest", args, { env: printedTestEnv }).catch(() => null);
  return JSON.parse(await readFile(report, "utf8"));
}

/** Runs a test as a page prints it. Returns the report of vitest. */
export async function runPrintedTest(text: string): Promise<object> {
  const folder = await mkdtemp(join(import.meta.dirname, ".run-"));
  try {
    await writeFile(join(folder, "page.test.ts"), text);
    return await runTestsIn(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
