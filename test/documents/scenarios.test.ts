import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { scenarioCommand } from "../scenario-command.ts";

const page = new DocumentedBlocks("docs/scenarios.md");
const first = page.take("yaml", /^arazzo/).text;
const folder = folderOfTests();

/** What a command of the page shows; its files lie in the folder. */
async function run(command: string): Promise<{ readonly code: number; readonly output: string }> {
  const [saldo, scenario, ...words] = command.trim().split(" ");
  expect([saldo, scenario]).toEqual(["saldo", "scenario"]);
  const placed = words.map((word) => (/\.(yaml|xml|json)$/.test(word) ? join(folder, word) : word));
  const { code, stdout, stderr } = await scenarioCommand(...placed);
  return { code, output: stdout + stderr };
}

/** The page's first file with more in it: steps at its end, everything else beside `workflowId`. */
function withMore(...blocks: readonly string[]): string {
  return blocks.reduce((file, block) => {
    return block.startsWith("      - stepId")
      ? `${file}\n${block}`
      : file.replace("    steps:\n", `${block}    steps:\n`);
  }, first);
}

test("what is shipped is listed as the page shows it", async () => {
  const { text } = page.take("console", /scenario list/);
  const { output } = await run("saldo scenario list");
  expect(`$ saldo scenario list\n${output}`).toBe(text);
});

test("the first file is run, and says what the page shows", async () => {
  await writeFile(join(folder, "first.arazzo.yaml"), first);
  const { text } = page.take("console", /first/);
  const [command = ""] = text.split("\n");
  const { output } = await run(command.replace("$ ", ""));
  expect(`${command}\n${output}`).toBe(text);
});

test("a step that is wrong is told as the page shows it", async () => {
  const wrong = page.take("yaml", /still-empty/).text;
  await writeFile(join(folder, "wrong.arazzo.yaml"), withMore(wrong));
  const { code, output } = await run("saldo scenario run wrong.arazzo.yaml");
  expect(code).toBe(1);
  expect(output).toContain(page.take("", /still-empty/).text);
});

test("with an input the file is run as the page says", async () => {
  const declared = page.take("yaml", /inputs:/).text;
  const used = page.take("yaml", /\$inputs\.value/).text;
  await writeFile(join(folder, "first.arazzo.yaml"), withMore(declared, used));
  const { code, output } = await run(page.take("sh", /--input/).text);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("3 steps: 3 passed") });
});

test("all other pieces fit into the first file, and hold, as does a shipped one", async () => {
  const pieces = page.takeAll("yaml");
  expect(pieces).toHaveLength(8);
  for (const { text, line } of pieces) await writeFile(join(folder, `line-${line}.arazzo.yaml`), withMore(text));
  const files = pieces.map(({ line }) => `line-${line}.arazzo.yaml`);
  const { code, output } = await run(`${page.take("sh", /full-withdrawal\n$/).text.trim()} ${files.join(" ")}`);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("9 scenarios: 9 passed") });
});

test("what was done since a bookmark is recorded and played as the page says", async () => {
  const [record = "", play = ""] = page
    .take("sh", /scenario record/)
    .text.trim()
    .split("\n");
  const [command, file] = record.split(" > ");
  await using sandbox = await startSandbox();
  await sandbox.history.bookmark("before-payout");
  await sandbox.ask("POST", "/account-balance/withdraw", { value: 50_000 });
  const { code, output } = await run(`${command} --url ${sandbox.url} --api-key ${sandbox.apiKey}`);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("stepId: initiate-withdrawal") });
  await writeFile(join(folder, file ?? ""), output);
  expect(await run(play)).toMatchObject({ code: 0, output: expect.stringContaining("1 scenario: 1 passed") });
});

test("reports are written, and a running sandbox is used, as the page says", async () => {
  await writeFile(join(folder, "first.arazzo.yaml"), first);
  expect(await run(page.take("sh", /--junit/).text)).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, "report.xml"), "utf8")).toContain('<testsuite name="first"');
  expect(JSON.parse(await readFile(join(folder, "report.json"), "utf8"))).toMatchObject({ scenarios: [{}, {}] });
  await using sandbox = await startSandbox();
  const command = page.take("sh", /--url/).text.replace("http://127.0.0.1:4400", sandbox.url);
  expect(await run(command)).toMatchObject({ code: 0 });
});

test("every block of the page was run", () => {
  expect(page.notRun).toEqual([]);
});
