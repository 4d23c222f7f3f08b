import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { callerClauses } from "../drill/caller/conduct.ts";
import { AGENT_TOOLS } from "../drill/cli/agent-tools.ts";
import { processOutput } from "../src/cli/output.ts";
import { createProgram } from "../src/cli/program.ts";
import { NOUNS, VERBS } from "../src/cli/verbs/nouns.ts";
import { fixtureNames } from "../src/engine/beginning/fixture/fixture-files.ts";
import { readShippedPresets } from "../src/engine/shipped-presets.ts";
import { TOOLS } from "../src/mcp/tools.ts";
import { documentedOperation } from "../src/verbs/documented.ts";
import { commandInProcess } from "./command-in-process.ts";

const page = (name: string) => readFileSync(new URL(`../docs/${name}.md`, import.meta.url), "utf8");

test("the table of fixtures lists those that are shipped", async () => {
  const listed = [...page("fixtures").matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(await fixtureNames());
});

test("the table of clauses about callers lists each of them", () => {
  const listed = [...page("caller-check").matchAll(/^\| `([a-z.-]+)` \|/gm)].map(([, id]) => id);
  expect(listed).toEqual(callerClauses.map(({ id }) => id));
});

test("the table of tools for agents lists each of them", () => {
  const listed = [...page("agents").matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual([...TOOLS, ...AGENT_TOOLS].map(({ name }) => name));
});

test("the table of presets lists those that are shipped", async () => {
  const listed =
    page("faults")
      .split("## Presets")[1]
      ?.matchAll(/^\| `([a-z-]+)` \|/gm) ?? [];
  expect(Array.from(listed, ([, name]) => name)).toEqual(Object.keys(await readShippedPresets()));
});

test("the tables of faults list each kind", () => {
  const { body } = documentedOperation("addFault");
  const kinds = body?.schema.oneOf?.map(({ properties }) => properties?.kind?.const);
  const tables = page("faults").split("## Presets")[0] ?? "";
  const listed = Array.from(tables.matchAll(/^\| `([a-z-]+)` \|/gm), ([, kind]) => kind);
  expect(listed.filter((kind) => kind !== "kind")).toEqual(kinds);
});

test("the table of verbs lists each of them", () => {
  const rows = page("control-plane").match(/^\| `saldo .*$/gm) ?? [];
  for (const [noun, [, usual, ...verbs]] of Object.entries(NOUNS)) {
    const listed = rows.filter((row) => row.startsWith(`| \`saldo ${noun}`)).join();
    expect(listed, `${noun} ${usual?.usage}`).not.toBe("");
    for (const { usage } of verbs) expect(listed).toMatch(new RegExp(`\`(saldo ${noun} )?${usage.split(" ")[0]}\\b`));
  }
  for (const { usage } of VERBS) expect(rows.join()).toContain(`\`saldo ${usage.split(" ")[0]}`);
});

test("the table of the configuration names every flag with its variable", async () => {
  const { stdout } = await commandInProcess(["start", "--help"]);
  const help = stdout.replace(/\n {10,}/g, " ");
  for (const [, flag = "", rest = ""] of help.matchAll(/^ {2}(--[a-z-]+)(.*)$/gm)) {
    const variable = /env: (\w+)/.exec(rest)?.[1];
    const row = variable === undefined ? `| | \`${flag}\` |` : `| \`${variable}\` | \`${flag}\` |`;
    expect(
      page("configuration")
        .split("\n")
        .filter((line) => line.startsWith(row)),
      row,
    ).toHaveLength(1);
  }
  expect(help).toContain("SALDO_SEED");
});

test("the README stays a landing page of 7 KB at most", () => {
  expect(readFileSync(new URL("../README.md", import.meta.url)).length).toBeLessThanOrEqual(7 * 1024);
});

test.each(["llms.txt", "skills/saldo/SKILL.md", "docs/control-plane.md"])(
  "every command in %s exists",
  async (file) => {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    const program = await createProgram({ output: processOutput, end() {}, words: [] });
    const commands = [...text.matchAll(/`saldo ([a-z]+)(?: ([a-z]+))?/g)];
    expect(commands.length).toBeGreaterThan(0);
    for (const [, noun, verb] of commands) {
      const command = program.commands.find((one) => one.name() === noun);
      expect(command?.name(), `saldo ${noun}`).toBe(noun);
      const verbs = command?.commands.map((one) => one.name()) ?? [];
      if (verb !== undefined && verbs.length > 0) expect(verbs, `saldo ${noun} ${verb}`).toContain(verb);
    }
  },
);

test("agents can read what the skill is for: a text with a colon and a space would be no YAML", () => {
  const skill = readFileSync(new URL("../skills/saldo/SKILL.md", import.meta.url), "utf8");
  const [, head = ""] = skill.split(/^---$/m);
  expect(parse(head)).toEqual({ name: "saldo", description: expect.stringContaining("PIX payout") });
});

test("the index lists every page, and each page begins with what its reader can do after it", async () => {
  const pages = (await readdir(new URL("../docs", import.meta.url))).filter((name) => /^(?!README).*\.md$/.test(name));
  const index = [...page("README").matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name);
  expect(index.toSorted()).toEqual(pages.toSorted());
  const openings = pages.map((name) =>
    page(name.replace(".md", ""))
      .split("\n")
      .find((line) => /^[^#<]/.test(line)),
  );
  expect(openings.filter((opening) => !opening?.startsWith("After this page "))).toEqual([]);
});
