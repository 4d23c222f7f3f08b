import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";

const page = new DocumentedBlocks("docs/contracts.md");
const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const printed = "https://api.acme.dev/v1";
const env = { ...process.env, GITHUB_ACTIONS: "" };

const folder = folderOfTests();
const sandbox = await sandboxOfTests();

/** The arguments of a command as it is printed, with another deployment. */
function argumentsOf(command: string): readonly string[] {
  const words = command.replaceAll(/\\\n/g, " ").trim().split(/\s+/).slice(1);
  return words.map((word) => word.replace(printed, sandbox.url).replace(/^KEY$/, sandbox.apiKey));
}

/** Runs a command. Returns its status and what it prints. */
async function run(command: readonly string[]) {
  const running = promisify(execFile)(process.execPath, [main, ...command], { cwd: folder, env });
  const { stdout } = await running.catch((error: { stdout: string }) => error);
  return { status: running.child.exitCode, stdout };
}

test("the proxy records what passes, and the recording is judged and calibrated from", async () => {
  const [command = ""] = page.take("sh", /^saldo proxy/).text.split("\n");
  const proxy = spawn(process.execPath, [main, ...argumentsOf(command), "--port", "0"], { cwd: folder, env });
  let output = "";
  proxy.stdout.on("data", (more: Buffer) => {
    output += more;
  });
  await once(proxy.stdout, "data");
  const address = /^(http:\S+) passes requests on/.exec(output)?.[1];
  for (const path of ["/account-balance", "/account-balance/withdrawals", "/webhook/events"]) {
    expect((await fetch(address + path, { headers: { "X-API-KEY": sandbox.apiKey } })).status).toBe(200);
  }
  proxy.kill("SIGINT");
  await once(proxy, "close");
  expect(output).toContain("Nothing is broken");
  expect(await readFile(join(folder, "traffic.har"), "utf8")).not.toContain(sandbox.apiKey);
  const commands = page
    .take("sh", /^saldo contract --har/)
    .text.trim()
    .split("\n");
  const [judged, calibrated] = await Promise.all(commands.map((one) => run(argumentsOf(one))));
  // Some clauses are not judged: little was recorded.
  expect([judged?.status, judged?.stdout]).toEqual([3, expect.stringContaining("Nothing is broken")]);
  expect([calibrated?.status, calibrated?.stdout]).toEqual([0, expect.stringContaining("3 of 3 are alike")]);
  expect(await readdir(folder)).toEqual(["acme.fixture.yaml", "acme.yaml", "report.html", "traffic.har"]);
});

test("a run listens to a deployment", async () => {
  const flags = argumentsOf(page.take("sh", /--listen 1h/).text).map((word) => (word === "8080" ? "0" : word));
  // A sandbox as a deployment; a test does not wait for an hour.
  const { status, stdout } = await run([...flags, "--no-control-plane", "--plan"]);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/webhooks +\d/)]);
});
