import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { commandInProcess } from "../command-in-process.ts";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { runTestsIn } from "./printed-test.ts";

const suiteMs = 120_000;
const page = new DocumentedBlocks("docs/drill.md");
/** Below the repository, where the package goes by its name. */
const folder = folderOfTests(import.meta.dirname, ".run-");
beforeAll(async () => {
  await cp(join(import.meta.dirname, "../../examples/drill"), folder, { recursive: true });
  await rm(join(folder, "payouts.test.ts"));
});

test("the test passes as it is printed, with the application of the example", { timeout: suiteMs }, async () => {
  await writeFile(join(folder, "printed.test.ts"), page.take("ts").text);
  expect(await runTestsIn(folder)).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
});

test("the drill file is read; what it starts is not there", async () => {
  const { text } = page.take("yaml");
  const file = join(folder, "drill.yaml");
  await writeFile(file, text);
  expect(Object.keys(parse(text))).toContain("books");
  const { code, stderr } = await commandInProcess(["drill", file, "--worlds", "1"]);
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("does not start") });
});

test("every command has its flags", async () => {
  for (const { text } of page.takeAll("sh")) {
    for (const [, name = "", rest = ""] of text.matchAll(/^saldo (\w+)(.*)$/gm)) {
      const { stdout } = await commandInProcess([name, "--help"]);
      for (const [flag] of rest.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(flag);
    }
  }
  expect(page.notRun).toEqual([]);
});
