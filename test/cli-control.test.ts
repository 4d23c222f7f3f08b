import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { commandInProcess } from "./command-in-process.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { sandboxOfTests } from "./sandbox-of-tests.ts";

const folder = folderOfTests();
const sandbox = await sandboxOfTests();

/** `saldo …` with the sandbox in its variables; words are split at spaces. */
function saldo(words: string) {
  return commandInProcess(words.split(" "), { SALDO_URL: sandbox.url, SALDO_API_KEY: sandbox.apiKey });
}

test.each([
  [
    "fault add status --operation getBalance --status 429 --header Retry-After",
    'error: --header is not usable. Allowed is a header such as "Retry-After: 2".\n',
  ],
  [
    "fault add status --operation getBalance --status 429 --header Content-Length:2",
    "error: headers.Content-Length: Saldo sets this header itself; leave it out (422 VALUE_NOT_ALLOWED)\n",
  ],
  ["charge pay chg_x", "error: This company has no charge chg_x. (404 CHARGE_UNKNOWN)\n"],
  [
    "charge create ten",
    "error: command-argument value 'ten' is invalid for argument 'cents'. Allowed is a whole number from 1 to 9007199254740991.\n",
  ],
  [
    "clock advnce P1D",
    "error: unknown command 'advnce'. Did you mean advance? Allowed: read, advance, to, next, freeze, run, help.\n",
  ],
  ["clock advance", "error: missing required argument 'duration'\n"],
  ["inbox --wait 0 --withdrawal wdr_x", "error: no valid code came within 0 s\n"],
])("saldo %s ends with 1 and one line that says why", async (words, line) => {
  expect(await saldo(words)).toEqual({ code: 1, stdout: "", stderr: line });
});

describe("completion", () => {
  const completed = async (line: string) => {
    const { stdout: script } = await commandInProcess(["completion", "bash"]);
    const words = line.split(" ");
    const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _saldo; echo "\${COMPREPLY[*]}"`;
    return (await promisify(execFile)("bash", ["-c", `${script}${call}`])).stdout.trim().split(" ");
  };

  test.each([
    ["saldo cl", ["clock"]],
    ["saldo clock ad", ["advance"]],
    ["saldo clock run --ra", ["--rate"]],
    ["saldo completion z", ["zsh"]],
  ])("of %s", async (line, expected) => {
    expect(await completed(line)).toEqual(expected);
  });

  test("is there for zsh and fish, too", async () => {
    expect((await commandInProcess(["completion", "zsh"])).stdout).toMatch(/^autoload -U \+X bashcompinit/);
    expect((await commandInProcess(["completion", "fish"])).stdout).toContain(
      'complete -c saldo -n "__fish_seen_subcommand_from clock" -f -a "read advance to next freeze run"',
    );
  });
});

test("a statement is a table for people, and a file for finance people", async () => {
  await using world = await sandbox.world();
  const environment = { SALDO_URL: sandbox.url, SALDO_API_KEY: world.apiKey };
  await world.charges.create({ total: 1_234, paid: true, externalId: "encomenda nº 7" });
  const told = async (...words: string[]) => {
    const { code, stdout, stderr } = await commandInProcess(["statement", ...words], environment);
    expect([code, stderr]).toEqual([0, ""]);
    return stdout;
  };
  const { closingCents } = await world.history.statement();
  expect(closingCents).toBe(Number((await world.ask("GET", "/account-balance")).at("data.balance")));
  const reais = `R\\$ ${(closingCents / 100)
    .toFixed(2)
    .replace(".", ",")
    .replace(/(?=\d{3},)/, ".")}`;
  expect(await told()).toMatch(new RegExp(`^AT +REASON .*\nclosing +${reais}\n$`, "s"));
  expect(JSON.parse(await told("--json"))).toMatchObject({ closingCents });
  expect(await told("--format", "csv", "--from", "2026-03-02T12:00:00Z")).toMatch(/^\u{feff}date;.*;encomenda nº 7;/su);
  expect(await told("--format", "ofx")).toMatch(/^OFXHEADER:100\n.*<\/OFX>\n$/s);
  expect((await commandInProcess(["statement", "--from", "yesterday"], environment)).stderr).toContain("query/from");
});

test("a preset is applied by its name, or from a file", async () => {
  await using world = await sandbox.world();
  const saldo = (...words: string[]) =>
    commandInProcess(["preset", ...words], { SALDO_URL: sandbox.url, SALDO_API_KEY: world.apiKey });
  expect((await saldo()).stdout).toMatch(/\nslow-bank +The bank settles payouts two days later\.\n/);
  expect((await saldo("apply", "bad-friday")).stdout).toMatch(/^faults added +1\ncharges paid +6\ncharged back +0\n/);
  expect((await saldo("apply", "christmas")).stderr).toContain('There is no preset "christmas"; there are: bad-friday');
  const file = join(folder, "worst-day.yaml");
  await writeFile(file, "faults:\n  - { kind: reset, operationId: getBalance }\nchargebacks: 2\n");
  expect((await saldo("apply", file)).stdout).toMatch(/^faults added +1\ncharges paid +0\ncharged back +2\n/);
  await writeFile(file, "faults: [");
  expect((await saldo("apply", file)).stderr).toContain("worst-day.yaml:1:");
  await writeFile(file, "- reset\n");
  expect((await saldo("apply", file)).stderr).toContain("must be an object");
  expect((await saldo("apply", join(folder, "none.yaml"))).stderr).toContain("the preset");
});
