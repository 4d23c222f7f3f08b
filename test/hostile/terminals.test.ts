import type { Command } from "commander";
import { afterAll, describe, expect, test } from "vitest";
import { processOutput } from "../../src/cli/output.ts";
import { createProgram } from "../../src/cli/program.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { commandInProcess } from "../command-in-process.ts";
import { hostileAnswer, manners } from "./hostile-target.ts";

const target = await startReceiver("ok");
afterAll(() => target[Symbol.asyncDispose]());

/** What arguments stand for, where not any text does. */
const words: Readonly<Record<string, string>> = { cents: "1000", duration: "P1D" };

/** Every command that asks a target, with its arguments: from the program itself, so that a new one is tried, too. */
const asking = leavesOf(await createProgram({ output: processOutput, end() {}, words: [] }), []).filter(
  ({ command }) => command.options.some(({ long }) => long === "--url") && !["proxy", "mcp"].includes(command.name()),
);

function leavesOf(command: Command, path: readonly string[]): readonly { path: readonly string[]; command: Command }[] {
  if (command.commands.length === 0) {
    const given = command.registeredArguments.map((one) => words[one.name()] ?? "x1");
    return [{ path: [...path, ...given], command }];
  }
  return command.commands.flatMap((one) => leavesOf(one, [...path, one.name()]));
}

test("most commands ask a target", () => expect(asking.length).toBeGreaterThan(30));

describe.each(manners)("a target that puts hostile texts into its answers: %s", (manner) => {
  test.each(asking)("$path", async ({ path, command }) => {
    target.behave((request, respond) => respond(hostileAnswer(request, manner)));
    const json = command.options.some((option) => option.long === "--json" && !option.required && !option.optional);
    for (const more of json ? [[], ["--json"]] : [[]]) {
      const { stdout, stderr } = await commandInProcess([...path, "--url", target.url, ...more]);
      expectHarmless(stdout);
      expectHarmless(stderr);
      if (more.length > 0 && stdout !== "") for (const line of jsonIn(stdout, path)) JSON.parse(line);
    }
  });
});

function jsonIn(text: string, path: readonly string[]): readonly string[] {
  return path[0] === "tail" ? text.trim().split("\n") : [text];
}

function expectHarmless(text: string): void {
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/u);
  expect(text).not.toMatch(/^\s*::|##\[/m);
}
