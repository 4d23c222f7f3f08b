import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { processOutput } from "../src/cli/output.ts";
import { createProgram } from "../src/cli/program.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { commandInProcess } from "./command-in-process.ts";

describe("saldo health", () => {
  test("asks the sandbox at PORT, or at an address", async () => {
    const sandbox = await startSandbox();
    const address = sandbox.url;
    const { port } = new URL(address);
    const line = expect.stringMatching(new RegExp(`^${address} is healthy, version \\S+\n$`));
    expect(await commandInProcess(["health"], { PORT: port })).toEqual({ code: 0, stdout: line, stderr: "" });
    for (const [args, variables] of [
      [["--url", `${address}/`], {}],
      [[], { SALDO_URL: address }],
    ] as const) {
      expect(await commandInProcess(["health", ...args], variables)).toEqual({ code: 0, stdout: line, stderr: "" });
    }
    await sandbox[Symbol.asyncDispose]();
    const { code, stdout, stderr } = await commandInProcess(["health"], { PORT: port });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: http:\/\/127\.0\.0\.1:\d+ is not healthy: .*ECONNREFUSED.*\n$/);
  });

  test.each([
    ["--url", "localhost:4400", "Allowed is an address such as http://127.0.0.1:4400."],
    ["--wait", "forever", "Allowed is a whole number of seconds from 0 to 9999."],
  ])("refuses what is no %s", async (flag, value, message) => {
    const { code, stderr } = await commandInProcess(["health", flag, value]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

test.each([
  [["strat"], /^error: unknown command 'strat'\. Did you mean start\? Allowed: start, fixture, .*health, .*help\.$/],
  [["help", "nope"], /^error: unknown command 'nope'\. Allowed: start, .*\.$/],
  [["clock", "help", "nope"], /^error: unknown command 'nope'\. Allowed: read, .*\.$/],
  [["--port", "5"], /^error: unknown option '--port'\. Write the command before its flags: saldo start --port$/],
  [["--nope"], /^error: unknown option '--nope'\. Write the command before its flags: saldo <command> --nope$/],
  [["xyz"], /^error: unknown command 'xyz'\. Allowed: start, .*\.$/],
  [["worlds", "exprot"], /^error: unknown command 'exprot'\. Did you mean export\? Allowed: export, copy\.$/],
  [
    ["worlds", "--data", "copy", "exprot"],
    /^error: unknown command 'exprot'\. Did you mean export\? Allowed: export, copy\.$/,
  ],
  [["clock", "advanse", "P1D"], /^error: unknown command 'advanse'\. Did you mean advance\? Allowed: read, .*\.$/],
  [
    ["start", "--data", "postgres://u:pa55w0rd@h/db"],
    /^error: --data \(SALDO_DATA\) is not usable\. Allowed is a folder; --store [^/]*$/,
  ],
  [
    ["worlds", "--data", "mysql://h/db"],
    /^error: --data \(SALDO_DATA\) is not usable\. Allowed is a folder; --store [^/]*$/,
  ],
  [["start", "--clok", "frozen"], /^error: unknown option '--clok'\. Did you mean --clock\?$/],
  [
    ["clock", "advance", "-P1D"],
    /^error: unknown option '-P1D'\. Time only goes forward; to go back, use saldo rewind\.$/,
  ],
  [["charge", "pay", "a", "pa55w0rd"], /^error: too many arguments for 'pay'\. Expected 1 argument but got 2\.$/],
  [["clock", "--url", "localhost:4400"], /Allowed is an address such as \S+\. Write http:\/\/ before it\.$/],
])("a mistake on the command line %j is told in one line, with what is allowed", async (args, line) => {
  const { code, stdout, stderr } = await commandInProcess(args);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.trimEnd()).toMatch(line);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

describe("help", () => {
  /** What `--help` says of a command that is put together here. */
  function helpOf(command: Command): string {
    let text = "";
    command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
    return text;
  }

  /** All commands that do something. */
  function doing(command: Command): readonly Command[] {
    const below = command.commands.flatMap(doing);
    return command.registeredArguments.length + command.options.length > 0 ? [command, ...below] : below;
  }

  test("of every command has examples", async () => {
    const program = await createProgram({ output: processOutput, end() {}, words: [] });
    const commands = doing(program);
    expect(commands.map((command) => command.name())).toEqual(
      expect.arrayContaining(["start", "fixture", "contract", "export"]),
    );
    for (const command of commands.filter((one) => one !== program)) {
      expect(helpOf(command), command.name()).toMatch(/\nExamples?:\n {2}.*saldo /);
    }
  });

  test("of the whole has examples, and says where there is more", async () => {
    const { stdout } = await commandInProcess(["--help"]);
    expect(stdout).toContain(
      "\nsaldo <command> --help shows the flags of a command, with examples.\n\nExamples:\n  saldo start ",
    );
  });
});
