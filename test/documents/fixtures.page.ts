import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { answerOf, sessionOf } from "./documented-session.ts";

const page = new DocumentedBlocks("docs/fixtures.md");
const folder = folderOfTests();

test("the fixture of the page begins a world that answers as it is printed", async () => {
  const file = join(folder, "triggers.yaml");
  await writeFile(file, page.take("yaml").text);
  const [, ...args] = page.take("sh").text.trim().replace("triggers.yaml", file).split(" ").slice(1);
  await using saldo = new RunningSaldo(args);
  const places = { "http://127.0.0.1:4400": await saldo.address() };
  for (const { command, answer } of sessionOf(page)) expect(await answerOf(command, places)).toEqual(answer);
  expect(page.notRun).toEqual([]);
});
