import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";

test("the test with Testcontainers passes as docs/testing.md prints it", async () => {
  const { text } = new DocumentedBlocks("docs/testing.md").take("ts", /testcontainers/);
  const folder = await mkdtemp(join(import.meta.dirname, ".run-"));
  const image = JSON.stringify(process.env.SALDO_IMAGE);
  await writeFile(join(folder, "page.test.ts"), text.replace('SaldoContainer("saldo")', `SaldoContainer(${image})`));
  await writeFile(join(folder, "vitest.config.ts"), config);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
  const { stdout } = await promisify(execFile)("vitest", ["run", "--root", folder, "--reporter", "json"], { env });
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
  await rm(folder, { recursive: true });
});

const config = `export default {
  ssr: { resolve: { conditions: ["saldo-source"], externalConditions: ["saldo-source"] } },
  test: { include: ["*.test.ts"], hookTimeout: 120_000 },
};
`;
