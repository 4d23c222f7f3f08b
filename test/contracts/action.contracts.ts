import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addContractCommand } from "../../contracts/cli/contract/contract-command.ts";
import { processOutput } from "../../src/cli/output.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { readReport } from "../running-contract.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { type ActionFile, CompositeAction, readAction } from "./composite-action.ts";

const suiteMs = 120_000;
const hostile = `"; touch pwned; "\`touch pwned\`$(touch pwned)'; touch pwned; '`;

let file: ActionFile;
let action: CompositeAction;
let saldo: RunningSaldo;
let url = "";

beforeAll(async () => {
  file = await readAction();
  action = await CompositeAction.start();
  saldo = new RunningSaldo(["--admin-token", "let-me-in"]);
  url = await saldo.address();
});
afterAll(async () => {
  await saldo[Symbol.asyncDispose]();
  await action[Symbol.asyncDispose]();
});

describe("action.yml", () => {
  test("every input and output has a description, and every input is used", () => {
    const steps = JSON.stringify(file.runs.steps);
    for (const [name, { description }] of Object.entries({ ...file.inputs, ...file.outputs })) {
      expect(description, name).toMatch(/^.{10,}$/);
    }
    for (const name of Object.keys(file.inputs)) expect(steps).toContain(`\${{ inputs.${name} }}`);
    expect(new Set(steps.match(/(?<=inputs\.)[\w-]+/g))).toEqual(new Set(Object.keys(file.inputs)));
  });

  test("no script has an expression in it: what is given reaches it in variables only, and in quotes", () => {
    const scripts = file.runs.steps.flatMap(({ run, env }) => (run === undefined ? [] : [{ run, env: env ?? {} }]));
    expect(scripts.length).toBeGreaterThan(2);
    for (const { run, env } of scripts) {
      expect(run).not.toContain("${{");
      for (const name of Object.keys(env)) {
        expect(run).toContain(`"$${name}"`);
        expect(run.replaceAll(`"$${name}"`, "")).not.toContain(name);
      }
    }
  });

  test("the secrets are no arguments", () => {
    const { run = "" } = file.runs.steps.find(({ id }) => id === "contract") ?? {};
    for (const name of ["API_KEY", "ADMIN_TOKEN", "OTP"]) {
      expect(run).toContain(`[ -z "$INPUT_${name}" ] || export SALDO_${name}="$INPUT_${name}"`);
      expect(run).not.toMatch(new RegExp(`add .*${name}`));
    }
  });

  test("every flag of saldo contract has an input, but for those that the action sets itself", () => {
    const program = new Command();
    addContractCommand(program, { output: processOutput, end() {}, words: [] });
    const flags = program.commands[0]?.options.map(({ long }) => long?.replace(/^--(no-)?/, "")) ?? [];
    // --since is what `compare` sets; --plan would stop before the run, and a job has no terminal to ask.
    const own = ["json", "save-json", "junit", "html", "github", "list", "since", "plan", "yes"];
    const others = ["arguments", "artifact", "compare", "drill", "node-version"];
    expect(Object.keys(file.inputs).sort()).toEqual(
      [...flags.filter((name) => name !== undefined && !own.includes(name)), ...others].sort(),
    );
  });
});

describe("a run", () => {
  test("that passes ends with 0, with reports, a summary and a path to the report", { timeout: suiteMs }, async () => {
    const { status, outputs, summary, uploaded, log } = await action.run({
      url,
      "admin-token": "let-me-in",
      only: "balance.*",
      arguments: "--patience=5s\n--receiver-host=127.0.0.1\n",
      artifact: "mine",
    });
    expect(status, log).toBe(0);
    expect(outputs["exit-code"]).toBe("0");
    const report = await readReport(outputs.report ?? "");
    expect(report.results.every(({ id }) => id.startsWith("balance."))).toBe(true);
    expect(uploaded).toEqual({ name: "mine", path: join(outputs.report ?? "", "..") });
    expect(await readdir(uploaded?.path ?? "")).toEqual(["report.html", "report.json", "report.txt", "report.xml"]);
    expect(summary).toMatch(/^<pre>\n.*http[\s\S]*Every clause that was judged passed.*\n<\/pre>\n$/);
    expect(log).not.toContain("let-me-in");
  });

  test("of broken clauses ends with their status, and has its reports; a variable of the workflow still counts", {
    timeout: suiteMs,
  }, async () => {
    await using target = await startReceiver({ status: 200, body: "{}" });
    const given = { url: target.url, only: "balance.*" };
    const { status, outputs, summary, uploaded, log } = await action.run(given, { SALDO_API_KEY: "a-secret-key" });
    expect([status, outputs["exit-code"]], log).toEqual([1, "1"]);
    const { results } = await readReport(outputs.report ?? "");
    expect(results.some(({ verdict }) => verdict === "broken")).toBe(true);
    expect(await readdir(uploaded?.path ?? "")).toHaveLength(4);
    expect(log).toMatch(/^::error title=balance\./m);
    expect(summary).toContain("Broken");
    expect(summary).not.toContain("::error");
    const keys = target.requests
      .filter(({ path }) => path === "/account-balance")
      .map(({ headers }) => headers["x-api-key"]);
    // Others are wrong on purpose.
    expect(keys).toContain("a-secret-key");
    for (const name of await readdir(uploaded?.path ?? "")) {
      expect(await readFile(join(uploaded?.path ?? "", name), "utf8"), name).not.toContain("a-secret-key");
    }
    expect(log).not.toContain("a-secret-key");
  });

  test("that compares fails for what is new only, and says what has changed", { timeout: suiteMs }, async () => {
    await using target = await startReceiver({ status: 200, body: "{}" });
    const given = { url: target.url, "api-key": "a-key", only: "balance.*", artifact: "compared", compare: "true" };
    expect((await action.run(given)).status).toBe(1);
    const second = await action.run(given);
    expect(second.status, second.log).toBe(0);
    expect(second.log).toContain("Nothing has changed since the last report.");
  });

  test("takes blank inputs for ones that are left out", { timeout: suiteMs }, async () => {
    const kept = ["url", "admin-token", "only", "artifact", "node-version"];
    const blank = Object.keys(file.inputs).filter((name) => !kept.includes(name));
    const given = { url, "admin-token": "let-me-in", only: "balance.*" };
    for (const text of ["", "  "]) {
      const { status, log } = await action.run({ ...Object.fromEntries(blank.map((name) => [name, text])), ...given });
      expect(status, log).toBe(0);
    }
  });

  test("takes nothing that is given for a command", async () => {
    const switches = ["in-process", "control-plane", "cancel-open", "compare"];
    const texts = Object.keys(file.inputs).filter((name) => !switches.includes(name));
    const runs = [Object.fromEntries(texts.map((name) => [name, hostile])), { "in-process": hostile }];
    for (const given of runs) {
      const { status, outputs } = await action.run(given);
      expect([status, outputs.report]).toEqual([2, ""]);
      expect(await readdir(action.workspace)).toEqual([]);
    }
  });

  test("with inputs that do not fit ends with 2, and says so in the summary", async () => {
    const both = await action.run({ url, "in-process": "true" });
    expect([both.status, both.outputs]).toEqual([2, { "exit-code": "2", report: "" }]);
    expect(both.summary).toBe("<pre>\nThere is no report; the log says why.\n</pre>\n");
    expect(both.log).toContain("one of --in-process, --url <address>, --container <image>");
    const word = await action.run({ url, "cancel-open": "yes" });
    expect([word.status, word.outputs["exit-code"]]).toEqual([2, "2"]);
    expect(word.log).toBe("::error::cancel-open is neither true nor false\n");
  });
});
