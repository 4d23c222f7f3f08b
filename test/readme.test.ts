import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fixtureNames } from "../src/engine/beginning/fixture/fixture-files.ts";
import { commandInProcess } from "./command-in-process.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("the table of fixtures lists those that are shipped", async () => {
  const section = readme.slice(readme.indexOf("## Fixtures"), readme.indexOf("## Configuration"));
  const listed = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(await fixtureNames());
});

test("the table of the configuration names every flag with its variable", async () => {
  const { stdout } = await commandInProcess(["start", "--help"]);
  const help = stdout.replace(/\n {10,}/g, " ");
  for (const [, flag = "", rest = ""] of help.matchAll(/^ {2}(--[a-z-]+)(.*)$/gm)) {
    const variable = /env: (\w+)/.exec(rest)?.[1];
    const row = variable === undefined ? `| | \`${flag}\` |` : `| \`${variable}\` | \`${flag}\` |`;
    expect(
      readme.split("\n").filter((line) => line.startsWith(row)),
      row,
    ).toHaveLength(1);
  }
  expect(help).toContain("SALDO_SEED");
});
