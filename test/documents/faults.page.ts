import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { runPrintedTest } from "./printed-test.ts";

const run = promisify(execFile);
const page = new DocumentedBlocks("docs/faults.md");

/** A command of a console block, and what the page shows of its output. */
function commandsOf(text: string): { command: string; shown: string }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = "", ...lines] = part.split("\n");
      return { command, shown: lines.join("\n").trim() };
    });
}

/** What a command says; curl tells of a connection that broke on its standard error. */
async function outputOf(command: string): Promise<string> {
  const { stdout, stderr } = await run("bash", ["-c", command]).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${stdout}${stderr}`.trim();
}

/** Identifiers and positions are others in another world; the page names them. */
function named(output: string): string {
  return output
    .replaceAll(/flt_[0-9a-f]{24}/g, "FAULT")
    .replaceAll(/wdr_[0-9a-f]{24}/g, "WITHDRAWAL")
    .replace(/"position":\d+/, '"position":POSITION');
}

test("the commands say what the page shows", async () => {
  const [, ...args] = page.take("sh").text.trim().split(" ").slice(1);
  await using saldo = new RunningSaldo(args);
  const address = await saldo.address();
  for (const { text } of page.takeAll("console")) {
    for (const { command, shown } of commandsOf(text)) {
      const output = await outputOf(command.replace("http://127.0.0.1:4400", address));
      if (shown !== "") expect(named(output)).toBe(named(shown));
      else expect(JSON.parse(output).requests).toMatchObject([{ status: 409 }, { fault: "lose-response" }]);
    }
  }
});

test("the test passes as it is printed", async () => {
  const passed = { numPassedTests: 1, numFailedTests: 0, success: true };
  expect(await runPrintedTest(page.take("ts").text)).toMatchObject(passed);
});

test("every block of the page was run", () => {
  expect(page.notRun).toEqual([]);
});
