import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { readAction } from "../contracts/composite-action.ts";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { freePort } from "../free-port.ts";
import { readReport, runContract } from "../running-contract.ts";

const page = new DocumentedBlocks("docs/ci.md");
const root = new URL("../..", import.meta.url);
const suiteMs = 120_000;
const folder = folderOfTests();

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

/** Runs a script as a job would: it fails when any command fails, and npm finds this Node. */
async function job(script: string, variables: Readonly<Record<string, string>> = {}) {
  const own = Object.entries(process.env).filter(([name]) => !/^(SALDO_|PORT$|HOST$|VITEST|NODE_ENV$)/.test(name));
  const env = { ...Object.fromEntries(own), PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...variables };
  const { stdout } = await promisify(execFile)("bash", ["-eo", "pipefail", "-c", script], { cwd: root, env });
  return stdout;
}

describe("the workflow", () => {
  const workflow: { jobs: Record<string, { steps: readonly Step[] }> } = parse(page.take("yaml").text);
  const steps = Object.values(workflow.jobs).flatMap((one) => one.steps);
  const own = steps.filter(({ uses }) => uses?.startsWith("acme/saldo@"));

  test("uses this action with inputs that it has, and others by their commit", async () => {
    const { inputs } = await readAction();
    expect(own.length).toBe(2);
    for (const step of own) {
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    }
    const version = JSON.parse(await readFile(new URL("package.json", root), "utf8")).version;
    for (const { uses = "acme/saldo@v0" } of steps) {
      expect(uses).toMatch(
        uses.startsWith("acme/") ? new RegExp(`@v(0$|${version}$)`) : /^actions\/[a-z-]+@[0-9a-f]{40}$/,
      );
    }
    const artifacts = own.map((step) => step.with?.artifact);
    expect(new Set(artifacts).size).toBe(artifacts.length);
  });

  test("gives secrets to nothing but inputs for them, and no expression to a script", () => {
    for (const step of steps) {
      expect(step.run ?? "").not.toContain("${{");
      for (const [name, value] of Object.entries(step.with ?? {})) {
        if (String(value).includes("secrets.")) expect(["api-key", "admin-token", "otp"]).toContain(name);
      }
    }
  });

  test("takes outputs that the action has, and its script says which clauses are broken", {
    timeout: suiteMs,
  }, async () => {
    const { outputs } = await readAction();
    const reading = steps.filter(({ env }) => env !== undefined);
    expect(reading).toHaveLength(1);
    for (const value of Object.values(reading[0]?.env ?? {})) {
      const [, id, output = ""] = /^\$\{\{ steps\.(\w+)\.outputs\.([\w-]+) \}\}$/.exec(value) ?? [];
      expect(own.some((step) => step.id === id)).toBe(true);
      expect(Object.keys(outputs)).toContain(output);
    }
    await using target = await startReceiver({ status: 200, body: "{}" });
    const report = join(folder, "broken.json");
    await runContract([
      "--url",
      target.url,
      "--api-key",
      "key",
      "--only",
      "balance.envelope-data",
      "--save-json",
      report,
    ]);
    expect(await job(reading[0]?.run ?? "", { REPORT: report })).toBe("balance.envelope-data\n");
  });
});

test("the tables say of inputs and outputs what the action says", async () => {
  const { inputs, outputs } = await readAction();
  const text = await readFile(new URL("docs/ci.md", root), "utf8");
  const cell = (value: string | undefined) => (value === undefined ? "" : `\`${value}\` `);
  const rows = [
    ...Object.entries(inputs).map(([name, one]) => `| \`${name}\` | ${cell(one.default)}| ${one.description} |`),
    ...Object.entries(outputs).map(([name, one]) => `| \`${name}\` | ${one.description} |`),
  ];
  expect(text.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
});

describe("elsewhere", () => {
  test("the contracts run as printed, and write their reports", { timeout: suiteMs }, async () => {
    const { text } = page.take("sh", /contract/);
    const output = await job(text.replaceAll(/ (report\.\w+)/g, ` ${folder}/$1`));
    expect(output).toMatch(/Every clause that was judged passed/);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(["report.html", "report.json", "report.xml"]));
    const { results } = await readReport(join(folder, "report.json"));
    expect(results.every(({ id }) => /^(balance|otp)\./.test(id))).toBe(true);
  });

  test("a sandbox is there for a client's tests, and goes with the job", async () => {
    const port = String(await freePort());
    const address = `http://127.0.0.1:${port}`;
    const output = await job(page.take("sh").text.replaceAll("http://127.0.0.1:4400", address), {
      PORT: port,
      TMPDIR: folder,
    });
    expect(output).toContain(`address    ${address}`);
    expect(output).toContain('"reserveHolds":[{');
    // The job does not wait for it, so that it may still be about to end.
    const isThere = () =>
      fetch(address).then(
        () => true,
        () => false,
      );
    while (await isThere()) await new Promise(setImmediate);
  });
});

test("services set variables that saldo start reads, and name the port that it listens on", async () => {
  const { services } = parse(page.take("yaml", /services:\n {6}saldo/).text).jobs.test;
  const { variables, services: gitlab } = parse(page.take("yaml", /gitlab/).text).test;
  const help = await job("node_modules/.bin/node src/cli/main.ts start --help");
  for (const name of Object.keys({ ...services.saldo.env, ...variables })) expect(help).toContain(`env: ${name}`);
  expect(services.saldo.ports).toEqual(["4400:4400"]);
  expect(gitlab[0].alias).toBe("saldo");
});

test("every block of the page was run", () => {
  expect(page.notRun).toEqual([]);
});
