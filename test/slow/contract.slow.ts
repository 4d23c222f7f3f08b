import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ask, asker } from "../../src/client/connection.ts";
import type { withdrawalView } from "../../src/http/view/withdrawal-view.ts";
import { freePort } from "../free-port.ts";
import { quickDeployment } from "../quick-deployment.ts";
import { clausesThat, readReport, runContract } from "../running-contract.ts";
import { RunningSaldo } from "../running-saldo.ts";

const wholeSuiteMs = 180_000;
const apiKey = "acme-key";
const hookHost = "hooks.acme.dev";

const fixture = quickDeployment({ otpLifetime: "PT3S", releaseIn: "P30D" });

let folder = "";
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "saldo-contract-"));
  await writeFile(file("fixture.json"), JSON.stringify(fixture));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Looks like a deployment to who does not ask for its control plane, which the test may. */
async function startDeployment(...flags: readonly string[]) {
  const saldo = new RunningSaldo(["--api-key", apiKey, "--fixture", file("fixture.json"), ...flags]);
  const url = await saldo.address();
  const ask = asker({ url, apiKey });
  return { url, ask, [Symbol.asyncDispose]: () => saldo[Symbol.asyncDispose]() };
}

/** The withdrawals in the account's history. */
type WithdrawalView = ReturnType<typeof withdrawalView>;

async function withdrawalsOf(ask: Ask): Promise<readonly WithdrawalView[]> {
  const { body } = await ask("GET", "/account-balance/withdrawals");
  const { data }: { readonly data: readonly WithdrawalView[] } = Object(body);
  return data;
}

// Most of the time they wait, some for the target and some for time.
describe.concurrent("the contract suite", () => {
  test("leaves no world in a sandbox by its address", { timeout: wholeSuiteMs }, async () => {
    await using saldo = new RunningSaldo(["--clock", "frozen"]);
    const url = await saldo.address();
    const ask = asker({ url, apiKey: "sandbox-key" });
    const untouched = await ask("GET", "/sandbox/events");
    // The rest is the same as in process.
    const run = await runContract(["--url", url, "--only", "otp.*,webhooks.*,retries.*", "--json", file("url.json")]);
    expect(run.code, run.stdout + run.stderr).toBe(0);
    const report = await readReport(file("url.json"));
    expect(report.target).toMatchObject({ url, kind: "sandbox by URL", time: "advanced" });
    expect(clausesThat(report, "held").length).toBeGreaterThan(30);
    expect((await ask("GET", "/sandbox/worlds")).at("worlds")).toHaveLength(1);
    // In the world that was there before nothing has happened.
    expect((await ask("GET", "/sandbox/events")).body).toEqual(untouched.body);
  });

  test("waits for time where there is no control plane, spends within its budget, and closes all", {
    timeout: wholeSuiteMs,
  }, async () => {
    const port = await freePort();
    await using deployment = await startDeployment("--routes", `${hookHost}=http://127.0.0.1:${port}`);
    const { url, ask } = deployment;
    // Of the short life of a code nothing is spent on starting a command.
    const allowed = ["--allow", "open,settle,webhooks", "--budget", "20000", "--otp", "inbox", "--patience", "5s"];
    const receiver = ["--receiver-port", String(port), "--receiver-url", `http://${hookHost}`];
    const target = ["--url", url, "--no-control-plane", "--api-key", apiKey, "--json", file("waited.json")];
    const run = await runContract([...target, ...allowed, ...receiver]);
    expect(run.code, run.stdout + run.stderr).toBe(3);

    const report = await readReport(file("waited.json"));
    expect(report.target).toMatchObject({ kind: "deployment by URL", time: "waited", patienceMs: 5_000 });
    expect([clausesThat(report, "broken"), clausesThat(report, "suite-error"), report.suiteErrors]).toEqual([
      [],
      [],
      [],
    ]);
    expect(clausesThat(report, "opted-out")).toEqual([]);
    const documented = report.results.filter(({ clause }) => clause.kind === "documented");
    const lacking = documented.filter(({ verdict }) => verdict.kind === "could-not-run");
    const missing = new Set(lacking.map(({ verdict }) => verdict.needs));
    expect([...missing].filter((need) => need !== "not-seen").sort()).toEqual(["charges", "control-plane", "patience"]);
    const held = documented.filter(({ verdict }) => verdict.kind === "held");
    expect(held.length).toBeGreaterThan(85);
    expect(held.some(({ verdict }) => verdict.time === "waited")).toBe(true);

    const withdrawals = await withdrawalsOf(ask);
    // Nothing is open: the last ones that were confirmed may still be on their way.
    const closed = ["CANCELLED", "APPROVED", "CONFIRMED"];
    expect(withdrawals.filter(({ status }) => !closed.includes(status))).toEqual([]);
    const paid = withdrawals
      .filter(({ status }) => status !== "CANCELLED")
      .map(({ withdrawId, value }) => [withdrawId, value]);
    const { ledger } = report;
    expect(ledger.entries.map(({ withdrawId, valueCents }) => [withdrawId, valueCents]).sort()).toEqual(paid.sort());
    expect(ledger.spentCents).toBe(ledger.entries.reduce((sum, { valueCents }) => sum + valueCents, 0));
    expect(ledger.spentCents).toBeGreaterThan(0);
    expect(withdrawals.length).toBeGreaterThan(paid.length);
    expect(report.leftBehind.every((sentence) => sentence.startsWith("a webhook made for "))).toBe(true);
  });

  test("only reads where nothing is allowed", { timeout: wholeSuiteMs }, async () => {
    await using deployment = await startDeployment();
    const { url, ask } = deployment;
    const run = await runContract([
      "--url",
      url,
      "--no-control-plane",
      "--api-key",
      apiKey,
      "--json",
      file("read.json"),
    ]);
    expect(run.code, run.stdout + run.stderr).toBe(3);
    const report = await readReport(file("read.json"));
    expect([clausesThat(report, "broken"), clausesThat(report, "suite-error"), report.suiteErrors]).toEqual([
      [],
      [],
      [],
    ]);
    expect(clausesThat(report, "held")).toEqual(
      expect.arrayContaining(["balance.available", "authentication.balance"]),
    );
    expect(clausesThat(report, "opted-out")).toEqual(
      expect.arrayContaining(["otp.wrong-refused", "initiation.returns-id"]),
    );
    expect(report).toMatchObject({ leftBehind: [], ledger: { spentCents: 0, entries: [] } });
    const methods = new Set(report.results.flatMap(({ exchanges }) => exchanges.map(({ method }) => method)));
    expect([...methods]).toEqual(["GET"]);
    expect(await withdrawalsOf(ask)).toEqual([]);
    expect((await ask("GET", "/webhook")).at("data")).toEqual([]);
  });
});
