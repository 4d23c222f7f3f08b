import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { answerOf, DocumentedProgram, sessionOf } from "./documented-session.ts";

const page = new DocumentedBlocks("README.md");
/** Below the repository, where the package goes by its name. */
const folder = folderOfTests(import.meta.dirname, ".run-");

test("the six calls answer what is printed, and more", async () => {
  await using server = new DocumentedProgram(page.take("sh", /npm start --/).text);
  const places = { "http://127.0.0.1:4400": await server.told(/"address":"(http:[^"]+)"/) };
  const session = sessionOf(page);
  expect(session).toHaveLength(6);
  for (const { command, answer } of session)
    expect(await answerOf(command, places), command).toMatchObject({ ...Object(answer) });
});

test("the lines for a test run as they are printed", async () => {
  const lines = `import { startSandbox } from "saldo/testing";\n${page.take("ts").text}`;
  const file = join(folder, "lines.ts");
  await writeFile(file, `${lines}console.log((await saldo.clock.read()).now);`);
  const { stdout } = await promisify(execFile)(process.execPath, ["-C", "saldo-source", file]);
  expect(stdout).toBe("2026-04-01T12:00:00.000Z\n");
});

test("nothing else in the README is code that no test runs", () => {
  // .ci/run and CONTRIBUTING run it.
  expect(page.take("sh").text).toBe("npm ci && npm start\n");
  expect(page.notRun).toEqual([]);
});
