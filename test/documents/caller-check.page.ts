import { expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { runPrintedTest } from "./printed-test.ts";

const page = new DocumentedBlocks("docs/caller-check.md");

test("the test passes as it is printed", async () => {
  const passed = { numPassedTests: 1, numFailedTests: 0, success: true };
  expect(await runPrintedTest(page.take("ts").text)).toMatchObject(passed);
});

test("every block of the page was run", () => {
  expect(page.notRun).toEqual([]);
});
