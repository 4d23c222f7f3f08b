import type { Command } from "commander";
import { expect, test } from "vitest";
import { processOutput } from "../src/cli/output.ts";
import { createProgram } from "../src/cli/program.ts";
import { commandInProcess } from "./command-in-process.ts";
import { RunningSaldo } from "./running-saldo.ts";

interface Declared {
  readonly words: readonly string[];
  readonly flag: string;
  readonly takesValue: boolean;
  readonly variable: string | undefined;
}

/** Every option of every command, with words that reach the command. */
function declaredBy(command: Command, path: readonly string[] = []): readonly Declared[] {
  const needed = command.registeredArguments
    .filter(({ required }) => required)
    .map((one) => one.argChoices?.[0] ?? "7");
  const own = command.options.map(({ long, required, envVar }) => ({
    words: [...path, ...needed],
    flag: long ?? "",
    takesValue: required,
    variable: envVar,
  }));
  return [...own, ...command.commands.flatMap((one) => declaredBy(one, [...path, one.name()]))];
}

const declared = declaredBy(await createProgram({ output: processOutput, end() {}, words: [] }));
const ofVariables = declared.flatMap(({ words, variable }) =>
  variable === undefined ? [] : [{ words, variable, name: `${words.join(" ")}: ${variable}` }],
);
const variables = [...new Set(ofVariables.map(({ variable }) => variable))];

test.each([
  ["empty", ""],
  ["only spaces", "  "],
  ["a line end", "\r\n"],
])("a sandbox starts as with no variable when all of them are %s", async (_, blank) => {
  expect(variables.length).toBeGreaterThan(35);
  await using running = new RunningSaldo(
    ["--store", "memory"],
    Object.fromEntries(variables.map((name) => [name, blank])),
  );
  expect(await running.address()).toMatch(/^http:\/\/127\.0\.0\.1:/);
  await running.shows(/documents.*\n/);
  expect(running.output).toContain("world      fixture default, clock running");
  expect(running.output).toContain("X-API-KEY: sandbox-key\n");
  expect(running.output).not.toMatch(/warning|error/);
});

test.each(ofVariables)("$name is unset when it is blank", async ({ words, variable }) => {
  // A word that no command knows shows whether the value was read before: a wrong one would be told instead.
  const unset = await commandInProcess([...words, "--nonsense"]);
  expect(await commandInProcess([...words, "--nonsense"], { [variable]: " " })).toEqual(unset);
  expect(unset.stderr).toContain("unknown option '--nonsense'");
});

/** One of each kind; which characters are refused is tested where they are. */
const characters = ["\u001b", "\ud800"];

test.each(ofVariables)("$name cannot have a control character, which is not printed", async ({ words, variable }) => {
  for (const character of characters) {
    const { code, stdout, stderr } = await commandInProcess(words, { [variable]: `hunter${character}2` });
    expect([code > 0, stdout]).toEqual([true, ""]);
    expect(stderr).toContain(variable);
    expect(stderr.trimEnd()).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
});

const flags = declared
  .filter(({ takesValue }) => takesValue)
  .map((one) => ({ ...one, name: `${one.words.join(" ")} ${one.flag}` }));

test.each(flags)("$name takes neither a control character nor a blank text", async ({ words, flag }) => {
  for (const given of [[`${flag}=hunter\u001b2`], [flag, "hunter\ud8002"], [`${flag}=`], [flag, "  "]]) {
    const { code, stdout, stderr } = await commandInProcess([...words, ...given]);
    expect([code > 0, stdout]).toEqual([true, ""]);
    expect(stderr).toContain(flag);
    expect(stderr.trimEnd()).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  }
});

test("what runs a sandbox names the variable of a wrong host, and how to start all the same", async () => {
  const { code, stderr } = await commandInProcess(["start"], { HOST: "x86_64-conda_cos6-linux-gnu" });
  expect([code, stderr]).toEqual([
    1,
    "error: cannot listen on x86_64-conda_cos6-linux-gnu:4400: no address is known for this name (from env 'HOST'; give --host 127.0.0.1)\n",
  ]);
});
