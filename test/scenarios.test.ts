import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { readHar } from "../contracts/traffic/har-file.ts";
import { runScenarios } from "../scenarios/run-scenarios.ts";
import { SaldoClient } from "../src/client/saldo-client.ts";
import { carriedOut } from "../src/client/unexpected-answer.ts";
import { startReceiver } from "../src/outbound/testing/receiver.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { main, runSaldo } from "./running-saldo.ts";
import { runInProcess as run, scenarioCommand } from "./scenario-command.ts";

const shipped = new URL("../fixtures/scenarios/", import.meta.url);
const folder = folderOfTests();

async function shippedNames(): Promise<readonly string[]> {
  return (await readdir(shipped)).map((file) => file.replace(".arazzo.yaml", "")).sort();
}

/** A copy of a shipped scenario, with something else in it. */
async function changed(name: string, from: string, to: string): Promise<string> {
  const text = await readFile(new URL(`${name}.arazzo.yaml`, shipped), "utf8");
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
  const file = join(folder, `${name}-${crypto.randomUUID()}.arazzo.yaml`);
  await writeFile(file, text.replace(from, to));
  return file;
}

/** How many worlds a sandbox has. */
async function worldsOf({ url, adminToken }: { url: string; adminToken?: string }): Promise<number> {
  const { control } = new SaldoClient({ url, apiKey: null, adminToken });
  return (await carriedOut(control.GET("/worlds"))).worlds.length;
}

describe("the shipped scenarios", () => {
  it("all pass against a sandbox of their own, step by step in the world's time", async () => {
    const names = await shippedNames();
    const junit = join(folder, "report.xml");
    const { code, stdout, stderr } = await runSaldo(["scenario", "run", ...names, "--junit", junit]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`${names.length} scenarios: ${names.length} passed, 0 failed`);
    expect(stdout).toContain("  ✓ the-bank-pays  Ten seconds pass.\n");
    expect(stdout).toContain("POST /sandbox/clock/advance  200  2026-03-02 12:00:10 (+10 s)\n");
    expect(stdout).not.toContain("\u001b");
    const xml = await readFile(junit, "utf8");
    expect([...xml.matchAll(/<testsuite name="([^"]+)"/g)].map(([, name]) => name)).toEqual(names);
    expect(xml).toMatch(
      /<testcase classname="full-withdrawal" name="the-bank-pays" time="[\d.]+">\s+<properties>[\s\S]*?<property name="virtualTime" value="2026-03-02T12:00:10\.000Z" \/>/,
    );
  });

  it("each goes red at the step whose criterion is wrong, and is not played on", async () => {
    const wrong = [
      ["chargeback-into-negative-balance", "== -80000", "== -80001", "below-zero"],
      ["code-expired-and-resent", "'OTP_EXPIRED'", "'OTP_INCORRECT'", "old-code"],
      ["daily-automatic-withdrawal", "length(@.data) == 30", "length(@.data) == 31", "thirty-withdrawals"],
      ["failed-settlement", "'WithdrawalFailed'", "'WithdrawalSettled'", "the-bank-refuses"],
      ["five-wrong-codes", "attemptsLeft == 0", "attemptsLeft == 1", "wrong-five-times"],
      ["full-withdrawal", "'CONFIRMED'", "'APPROVED'", "in-the-history"],
      ["receiver-down", "active == false", "active == true", "deactivated"],
      ["review-approved", "'PENDING_REVIEW'", "'APPROVED'", "confirm"],
      ["review-declined", "balance == 150000", "balance == 149800", "balance-after"],
      ["thirty-day-reserve", "firedTotal == 0", "firedTotal == 1", "almost-thirty-days"],
    ] as const;
    expect(wrong.map(([name]) => name)).toEqual(await shippedNames());
    const files = await Promise.all(wrong.map(([name, from, to]) => changed(name, from, to)));
    const { code, failed, report } = await run(...files);
    expect(code).toBe(1);
    expect(failed).toEqual(wrong.map(([name, , , step]) => `${name}/${step}`));
    for (const { steps } of report.scenarios) {
      const states = steps.map(({ state }) => state).join(" ");
      expect(states).toMatch(/^(passed )*failed( not-run)*$/);
    }
  });

  it("are listed with what they tell", async () => {
    const { stdout } = await scenarioCommand("list");
    expect(stdout.split("\n").map((line) => line.split("  ")[0])).toEqual([...(await shippedNames()), ""]);
    expect(stdout).toMatch(/^full-withdrawal +A withdrawal, from its initiation to the bank's payment$/m);
  });
});

it("what failed is told; JUnit has it with what was expected and found, and what was not run", async () => {
  const file = await changed("full-withdrawal", "'CONFIRMED'", "'CANCELLED'");
  const junit = join(folder, "failed.xml");
  const { code, stdout } = await run(file, "--junit", junit);
  expect(code).toBe(1);
  expect(stdout).toContain("8 steps: 6 passed, 1 failed, 1 not run\nfailed: full-withdrawal\n");
  const xml = await readFile(junit, "utf8");
  expect(xml).toMatch(/<testsuites name="saldo scenario" tests="8" failures="1" errors="0" skipped="1"/);
  expect(xml).toContain('<failure message="expected $response.body#/data/0/status == &#39;CANCELLED&#39;, found');
  expect(xml).toMatch(/name="balance-after" time="0\.000">[\s\S]*?<skipped message=/);
});

it("with --json the report is all that it prints", async () => {
  const { code, stdout } = await scenarioCommand("run", "full-withdrawal", "--json");
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { scenarios: [{ name: "full-withdrawal", passed: true }] }]);
});

it("what the worlds of a run have received and sent is written as HAR, without codes and keys", async () => {
  const har = join(folder, "run.har");
  const { code, stderr } = await run("full-withdrawal", "receiver-down", "--save-har", har);
  expect([code, stderr]).toEqual([0, ""]);
  const text = await readFile(har, "utf8");
  const entries = readHar(text).map(({ method, url, status }) => `${method} ${url.pathname} ${status}`);
  expect(entries).toContain("POST /account-balance/withdraw/confirm 200");
  expect(entries).toContain("POST /saldo 0");
  expect(entries.filter((one) => one.includes("/sandbox"))).toEqual([]);
  expect(text).toContain('\\"otpCode\\":\\"[redacted]\\"');
  expect(text).not.toMatch(/sk_sandbox_|whsec_/);
});

it("codes, keys and secrets are not shown, whatever the criteria ask for", async () => {
  await using twin = await startSandbox({ seed: "scenario" });
  await twin.ask("POST", "/account-balance/withdraw", { value: 50_000 });
  const code = (await twin.ask("GET", "/sandbox/inbox")).text("messages.0.otpCode");
  const body = { url: "https://hooks.acme.dev/saldo", name: "Shop", events: ["charge.pending"] };
  const secret = (await twin.ask("POST", "/webhook", body)).text("data.secret");
  const looks = [
    await changed("full-withdrawal", "outputs:\n          otpCode", looking("$response.body#/messages/0/otpCode")),
    await changed("full-withdrawal", "outputs:\n          otpCode", looking("$response.body#/messages/0/text")),
    await changed("full-withdrawal", "$response.body#/data/balance == 150000", "$inputs.apiKey == 'x'"),
    await changed("receiver-down", "$response.body#/data/active == true", "$response.body#/data/secret == 'x'"),
  ];
  const junit = join(folder, "secrets.xml");
  const { stdout, stderr, failed, report } = await run(...looks, "--junit", junit);
  expect(failed).toHaveLength(4);
  const told = stdout + stderr + JSON.stringify(report) + (await readFile(junit, "utf8"));
  expect(told).toContain("[redacted]");
  expect(told).not.toContain(code);
  expect(told).not.toContain(secret);
  expect(told).toMatch(/\$inputs\.apiKey is "\[redacted\]"/);
});

function looking(expression: string): string {
  return `successCriteria:\n          - condition: ${expression} == 'x'\n        outputs:\n          otpCode`;
}

describe("against a running sandbox", () => {
  it("with a key they play in its world, which stays", async () => {
    await using sandbox = await startSandbox();
    const { url, apiKey } = sandbox;
    expect(await run("full-withdrawal", "--url", url, "--api-key", apiKey)).toMatchObject({ code: 0 });
    const list = await sandbox.api.GET("/account-balance/withdrawals");
    expect(list.data).toMatchObject({ data: [{ status: "CONFIRMED" }] });
    const wrong = await run("full-withdrawal", "--url", url, "--api-key", "wrong-key");
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toMatch(/^error: \S+ cannot be used: .* \(401 .*\)\n$/);
  });

  it("a shared one needs its administrator's token", async () => {
    const adminToken = "open-sesame";
    await using sandbox = await startSandbox({ adminToken });
    const { url } = sandbox;
    const without = await run("receiver-down", "--url", url);
    expect(without.code).toBe(3);
    expect(without.stderr).toMatch(/^error: \S+ cannot be used: .* Give it with --admin-token .*\n$/);
    const { code, stdout } = await run("receiver-down", "--url", url, "--admin-token", adminToken);
    expect(code).toBe(0);
    expect(stdout).not.toContain(adminToken);
    expect(await worldsOf({ url, adminToken })).toBe(1);
  });

  it("an interrupted run ends in order, deletes its world and reports what was played", async () => {
    const retry = "onFailure: [{ name: wait, type: retry, retryAfter: 3600, retryLimit: 1 }]\n        successCriteria:";
    const file = await changed("full-withdrawal", "successCriteria:", retry);
    const never = (await readFile(file, "utf8")).replace("balance == 150000", "balance == 1");
    await writeFile(file, never);
    const asked = Promise.withResolvers<void>();
    await using sandbox = await startSandbox({
      requestLog: ({ path }) => void (path === "/account-balance" && asked.resolve()),
    });
    const junit = join(folder, "interrupted.xml");
    const args = ["run", file, "five-wrong-codes", "--url", sandbox.url, "--junit", junit];
    const child = spawn(process.execPath, [main, "scenario", ...args]);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += data.toString()));
    const ended = once(child, "close");
    await Promise.race([asked.promise, ended]);
    child.kill("SIGINT");
    const [code] = await ended;
    expect({ code, output }).toEqual({
      code: 3,
      output: expect.stringMatching(
        /^\nSIGINT: deleting.*\n0 scenarios: .*\n.*\nnot run: full-withdrawal\nnot run: five-wrong-codes\nerror: interrupted; /,
      ),
    });
    expect(await readFile(junit, "utf8")).toContain('<error message="interrupted; the rest was not run"');
    expect(await worldsOf(sandbox)).toBe(1);
  });
});

it("a run that a second signal ends leaves no world in the sandbox that it was given", async () => {
  const asked = Promise.withResolvers<void>();
  await using sandbox = await startSandbox({
    requestLog: ({ path }) => void (path === "/account-balance/withdraw" && asked.resolve()),
  });
  const child = spawn(process.execPath, [main, "scenario", "run", "five-wrong-codes", "--url", sandbox.url]);
  const ended = once(child, "close");
  await Promise.race([asked.promise, ended]);
  for (const signal of ["SIGINT", "SIGTERM"] as const) child.kill(signal);
  expect(await ended).toEqual([3, null]);
  expect(await worldsOf(sandbox)).toBe(1);
});

describe("what cannot be run", () => {
  it("a deployment has no control plane", async () => {
    await using server = await startReceiver({ status: 404, body: "{}" });
    const { code, stderr } = await run("full-withdrawal", "--url", server.url);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^error: \S+ cannot be used: it answers with status 404; give the .*--url; scenarios .*saldo contract\n$/,
    );
  });

  it("no server answers", async () => {
    const { code, stderr } = await run("full-withdrawal", "--url", "http://127.0.0.1:1");
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^error: http:\/\/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.*; scenarios /),
    });
  });

  it("a file with a mistake is refused before anything runs, with its place", async () => {
    const file = await changed("full-withdrawal", "interface.listWithdrawals", "interface.listWithdrawls");
    const { code, stdout, stderr } = await run("five-wrong-codes", file);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /^error: \S+\.arazzo\.yaml:72:22: there is no operation \S+listWithdrawls; is it listWithdrawals\?\n$/,
    );
  });

  it.each([
    [["perfect-day"], /^error: there is no scenario perfect-day; allowed are chargeback-into-negative-balance, /],
    [["nowhere.yaml"], /^error: nowhere\.yaml cannot be read: /],
    [["full-withdrawal", "--input", "value=1"], /^error: --input value: no scenario has this input; /],
    [["full-withdrawal", "--api-key", "k"], /^error: --api-key needs --url\n$/],
    [["full-withdrawal", "--junit", "/nowhere/report.xml"], /^error: --junit \S+ cannot be written: /],
  ])("%j", async (args, message) => {
    const { code, stderr } = await scenarioCommand("run", ...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  });

  it("what breaks in the command itself does not look like a scenario that failed", async () => {
    await using sandbox = await startSandbox();
    const stdout = {
      write() {
        throw new Error("nothing can be written");
      },
    };
    const write = vi.fn();
    const choice = { url: sandbox.url, input: [], receiverHost: "127.0.0.1", receiverPort: 0 };
    const output = { stdout, stderr: { write }, print: async () => {} };
    expect(await runScenarios(["full-withdrawal"], choice, output)).toBe(4);
    expect(write).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^error: Error: nothing can be written\n +at /),
    );
    expect(await worldsOf(sandbox)).toBe(1);
  });

  it.each([
    [["run"], /^error: missing required argument/],
    [["rnu"], /^error: unknown command 'rnu'/],
    [[], /^Usage: saldo scenario/],
  ])("the command line %j", async (args, message) => {
    const { code, stderr } = await scenarioCommand(...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  });
});
