import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Command, Option } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clauses } from "../contracts/clauses/catalogue.ts";
import { bashScript } from "../src/cli/completion/bash-script.ts";
import { allOf, shapeOf } from "../src/cli/completion/command-shape.ts";
import { fishScript } from "../src/cli/completion/fish-script.ts";
import { type Shell, shells } from "../src/cli/completion/shell.ts";
import { zshScript } from "../src/cli/completion/zsh-script.ts";
import { createProgram } from "../src/cli/program.ts";
import { fixtureNames } from "../src/engine/fixture/fixture-files.ts";
import { RunningSaldo, runSaldo } from "./running-saldo.ts";

const run = promisify(execFile);
let folder = "";
const scripts = new Map<Shell, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "saldo-completion-"));
  await writeFile(join(folder, "my overlay.yaml"), "");
  await mkdir(join(folder, "my data"));
  for (const shell of shells) {
    const { stdout, stderr } = await runSaldo(["completion", shell]);
    expect(stderr).toBe("");
    scripts.set(shell, stdout);
    await writeFile(join(folder, `saldo.${shell}`), stdout);
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** What bash offers when the key is pressed behind these words, the last of which is being written. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const press = `set -euo pipefail
    source ./saldo.bash
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _saldo
    printf '%s\\n' \${COMPREPLY[@]+"\${COMPREPLY[@]}"}`;
  const { stdout } = await run("bash", ["-c", press, "bash", ...words], { cwd: folder });
  return stdout.split("\n").filter((line) => line !== "");
}

describe("saldo completion bash", () => {
  test("offers commands, and those below them", async () => {
    const commands = await offered("saldo", "");
    expect(commands).toEqual(expect.arrayContaining(["start", "contract", "worlds", "health", "completion"]));
    expect(await offered("saldo", "st")).toEqual(["start"]);
    expect(await offered("saldo", "worlds", "--json", "ex")).toEqual(["export"]);
    expect(await offered("saldo", "completion", "")).toEqual(["bash", "zsh", "fish"]);
  });

  test("offers the flags of the command that is being written, and of no other", async () => {
    expect(await offered("saldo", "start", "--s")).toEqual([
      "--store",
      "--seed",
      "--start-at",
      "--smtp-url",
      "--smtp-from",
    ]);
    expect(await offered("saldo", "worlds", "--")).toEqual(["--data", "--check", "--json", "--help"]);
    expect(await offered("saldo", "worlds", "--data", "copy", "export", "--")).toEqual(["--at", "--output", "--help"]);
    expect(await offered("saldo", "start", "")).toEqual([]);
  });

  test("offers what a flag can be, with a space before it or an = as bash splits it", async () => {
    expect(await offered("saldo", "start", "--clock", "")).toEqual(["running", "frozen"]);
    expect(await offered("saldo", "start", "--clock", "=")).toEqual(["running", "frozen"]);
    expect(await offered("saldo", "start", "--clock", "=", "f")).toEqual(["frozen"]);
    expect(await offered("saldo", "start", "--clock", "=", "frozen", "--clo")).toEqual(["--clock"]);
    expect(await offered("saldo", "start", "--seed", "--clock", "--clo")).toEqual(["--clock"]);
    expect(await offered("saldo", "start", "--seed", "")).toEqual([]);
  });

  test("offers fixtures and files, folders only where a folder is wanted, and names with spaces as one", async () => {
    expect(await offered("saldo", "start", "--fixture", "co")).toEqual(["code-blocked", "code-expired"]);
    const all = await offered("saldo", "start", "--fixture", "");
    expect(all).toEqual(expect.arrayContaining([...(await fixtureNames()), "my overlay.yaml", "my data"]));
    expect(await offered("saldo", "start", "--overlay", "my")).toEqual(
      expect.arrayContaining(["my overlay.yaml", "my data"]),
    );
    expect(await offered("saldo", "start", "--data", "")).toEqual(["my data"]);
  });

  test("offers the next of a list", async () => {
    expect(await offered("saldo", "contract", "--allow", "")).toEqual(["open", "settle", "webhooks"]);
    expect(await offered("saldo", "contract", "--allow", "open,s")).toEqual(["open,settle"]);
    const ids = clauses.map(({ id }) => id).filter((id) => id.startsWith("otp."));
    expect(await offered("saldo", "contract", "--only", "balance.*,otp.")).toEqual(ids.map((id) => `balance.*,${id}`));
  });

  test("never evaluates what was typed", async () => {
    const hostile = "$(touch pwned)`touch pwned`';touch pwned;'";
    await offered("saldo", "start", "--seed", hostile, "--clo");
    await offered("saldo", "start", "--fixture", hostile);
    await offered("saldo", hostile);
    await offered("saldo", "contract", "--allow", `${hostile},`);
    expect(await offered("saldo", "start", "--data", "")).toEqual(["my data"]);
    expect(await offered("saldo", "start", "--overlay", "pwned")).toEqual([]);
  });
});

/** A shell checks a script without running it; those that are not installed here say nothing. */
function syntaxErrors(shell: Shell, file: string): string {
  const check = { bash: ["-n"], zsh: ["-n"], fish: ["--no-execute"] }[shell];
  const { error, stderr } = spawnSync(shell, [...check, file], { encoding: "utf8" });
  return error === undefined ? stderr : "";
}

describe("saldo completion zsh and fish", () => {
  test.each(shells)("%s takes the script", (shell) => {
    expect(syntaxErrors(shell, join(folder, `saldo.${shell}`))).toBe("");
  });

  test("they know every command and flag that bash knows", () => {
    const flags = new Set(scripts.get("bash")?.match(/(?<=[ '])--[a-z-]+/g));
    expect(flags.size).toBeGreaterThan(40);
    for (const flag of flags) {
      expect(scripts.get("zsh")).toMatch(new RegExp(`'\\*${flag}[=[]`));
      expect(scripts.get("fish")).toMatch(new RegExp(`-l ${flag.slice(2)} `));
    }
    expect(scripts.get("zsh")).toContain("'*--clock=[whether time passes by itself]: :(running frozen)'");
    expect(scripts.get("fish")).toContain(" -l clock -r -f -a 'running frozen' -d 'whether time passes by itself'");
    expect(scripts.get("fish")).toMatch(/-l overlay -r -F -d/);
  });
});

test("descriptions are words of the shell, whatever is in them", async () => {
  const program = new Command("saldo");
  const text = `it's "quoted" [x] \\ $(touch pwned) \`touch pwned\` ; & | : % ' \n`;
  const option = new Option("--flag <value>", text).choices(["it's", "$(touch pwned)"]);
  program.command("one").description(text).addOption(option);
  program.command("two").description(text).command("below").description(text);
  const shape = shapeOf(program, new Map());
  const made = { bash: bashScript(shape), zsh: zshScript(shape), fish: fishScript(shape) };
  expect(made.bash).toContain("words='it'\\''s $(touch pwned)'");
  expect(made.zsh).toContain(`'*--flag=[it'\\''s "quoted" \\[x\\] \\\\ $(touch pwned) `);
  expect(made.fish).toContain(`-d 'it\\'s "quoted" [x] \\\\ $(touch pwned) `);
  for (const shell of shells) {
    const file = join(folder, `hostile.${shell}`);
    await writeFile(file, made[shell]);
    expect(syntaxErrors(shell, file), shell).toBe("");
  }
  await run("bash", ["-c", "source ./hostile.bash; COMP_WORDS=(saldo one --flag ''); COMP_CWORD=3; _saldo"], {
    cwd: folder,
  });
  expect(await offered("saldo", "start", "--overlay", "pwned")).toEqual([]);
  expect(allOf(shape).map(({ path }) => path.join(" "))).toEqual(["", "one", "two", "two below", "two help", "help"]);
});

describe("saldo health", () => {
  test("asks the sandbox at PORT, or at an address", async () => {
    await using saldo = new RunningSaldo([]);
    const address = await saldo.address();
    const { port } = new URL(address);
    const line = expect.stringMatching(new RegExp(`^${address} is healthy, version \\S+\n$`));
    expect(await runSaldo(["health"], { PORT: port })).toEqual({ code: 0, stdout: line, stderr: "" });
    expect(await runSaldo(["health", "--url", `${address}/`])).toEqual({ code: 0, stdout: line, stderr: "" });
    await saldo.stop();
    const { code, stdout, stderr } = await runSaldo(["health"], { PORT: port });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: http:\/\/127\.0\.0\.1:\d+ is not healthy: .*ECONNREFUSED.*\n$/);
  });

  test.each([
    ["--url", "localhost:4400", "Allowed is an address such as http://127.0.0.1:4400."],
    ["--wait", "forever", "Allowed is a whole number of seconds, up to 9999."],
  ])("refuses what is no %s", async (flag, value, message) => {
    const { code, stderr } = await runSaldo(["health", flag, value]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

describe("a mistake on the command line", () => {
  test.each([
    [
      ["strat"],
      /^error: unknown command 'strat'\. Did you mean start\? Allowed: start, fixture, .*health, completion, help\.$/,
    ],
    [["xyz"], /^error: unknown command 'xyz'\. Allowed: start, .*\.$/],
    [["worlds", "--data", "copy", "exprot"], /^error: unknown command 'exprot'\. Allowed: export\.$/],
    [["start", "--clok", "frozen"], /^error: unknown option '--clok'\. Did you mean --clock\?$/],
  ])("%j is told in one line, with what is allowed", async (args, line) => {
    const { code, stdout, stderr } = await runSaldo(args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd()).toMatch(line);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
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

  test("of every command has examples", () => {
    const program = createProgram(async () => undefined);
    const commands = doing(program);
    expect(commands.map((command) => command.name())).toEqual(
      expect.arrayContaining(["start", "fixture", "contract", "export"]),
    );
    for (const command of commands.filter((one) => one !== program)) {
      expect(helpOf(command), command.name()).toMatch(/\nExamples?:\n {2}.*saldo /);
    }
  });

  test("of the whole has examples, and says where there is more", async () => {
    const { stdout } = await runSaldo(["--help"]);
    expect(stdout).toContain(
      "\nsaldo <command> --help shows the flags of a command, with examples.\n\nExamples:\n  saldo start ",
    );
  });
});
