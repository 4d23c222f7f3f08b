import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const config = `export default {
  ssr: { resolve: { conditions: ["saldo-source"], externalConditions: ["saldo-source"] } },
  // A busy machine must not fail it.
  test: { include: ["*.test.ts"], testTimeout: 60_000 },
};
`;

/** Runs a test as a page prints it, in a process of its own. Returns the report of vitest. */
export async function runPrintedTest(text: string): Promise<object> {
  const folder = await mkdtemp(join(import.meta.dirname, ".run-"));
  try {
    await writeFile(join(folder, "page.test.ts"), text);
    await writeFile(join(folder, "vitest.config.ts"), config);
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
    const args = ["run", "--root", folder, "--reporter", "json"];
    const { stdout } = await promisify(execFile)("vitest", args, { env }).catch((error: { stdout: string }) => error);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
