import { expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { runPrintedTest } from "../documents/printed-test.ts";

test("the test with Testcontainers passes as docs/testing.md prints it", async () => {
  const { text } = new DocumentedBlocks("docs/testing.md").take("ts", /testcontainers/);
  const image = JSON.stringify(process.env.SALDO_IMAGE);
  const report = await runPrintedTest(text.replace('SaldoContainer("saldo")', `SaldoContainer(${image})`));
  expect(report).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
});
