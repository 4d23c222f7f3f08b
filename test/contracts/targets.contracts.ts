import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defects } from "../../contracts/defects/catalogue.ts";
import { clauses } from "../../contracts-old/clauses/catalogue.ts";
import { BrokenCopy } from "../../contracts-old/defects/broken-copy.ts";
import { type Ask, asker } from "../../src/client/connection.ts";
import type { withdrawalView } from "../../src/http/view/withdrawal-view.ts";
import { type ReceiverAnswer, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { FollowedEvents } from "../rules/followed-events.ts";
import { clausesThat, RunningContract, readReport, runContract } from "../running-contract.ts";
import { RunningSaldo } from "../running-saldo.ts";

const suiteMs = 120_000;
const documented = clauses.filter(({ kind }) => kind === "documented").map(({ id }) => id);
const allowed = ["--allow", "open,settle,webhooks", "--budget", "100000", "--otp", "command:echo 123456"];

let folder = "";
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "saldo-contract-targets-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const errorPage: ReceiverAnswer = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: '{"status":400,"message":"Bad request","error":{"code":"BAD_REQUEST"}}',
};

describe.concurrent("a target that is no such thing", () => {
  test.for([
    ["answers everything with 200 and an empty object", { ...errorPage, body: "{}" }],
    ["answers everything with 200 and an error page", errorPage],
  ] as const)("%s holds no documented clause", { timeout: suiteMs }, async ([name, answer]) => {
    await using target = await startReceiver(answer);
    const report = file(`${name}.json`);
    const flags = [...allowed, "--receiver-url", target.url, "--only", documented.join(",")];
    const { code, stderr } = await runContract(["--url", target.url, "--api-key", "key", ...flags, "--json", report]);
    expect(code, stderr).toBe(1);
    const { results, suiteErrors } = await readReport(report);
    expect([results.filter(({ verdict }) => verdict.kind === "suite-error"), suiteErrors]).toEqual([[], []]);
    const kinds = results.map(({ verdict }) => verdict.kind);
    expect(new Set(kinds)).toEqual(new Set(["broken", "could-not-run"]));
    // Others wait for what it does not even begin, or for patience that was not given.
    expect(kinds.filter((kind) => kind === "broken").length).toBeGreaterThan(50);
  });
});

describe("a target that cannot be used", () => {
  test("ends the run with status 3 before it begins: it closes every connection, or is not there", async () => {
    const target = await startReceiver("close-at-once");
    for (const flags of [["--api-key", "key"], []]) {
      const { code, stderr, stdout } = await runContract(["--url", target.url, ...flags]);
      expect([code, stdout]).toEqual([3, ""]);
      expect(stderr).toMatch(new RegExp(`^error: ${target.url} cannot be used: no answer came: .*\n$`));
    }
    await target[Symbol.asyncDispose]();
    expect(await runContract(["--url", target.url])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("says what it lacks: a key, the right key, the administrator's token", async () => {
    await using saldo = new RunningSaldo(["--admin-token", "a-token-of-the-administrator"]);
    const url = await saldo.address();
    const asDeployment = ["--url", url, "--no-control-plane"];
    const without = await runContract(asDeployment);
    expect(without).toMatchObject({ code: 3, stderr: expect.stringContaining("it needs --api-key, or SALDO_API_KEY") });
    const wrong = await runContract([...asDeployment, "--api-key", "a-wrong-key"]);
    expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining("answers 401 to the API key") });
    expect(wrong.stderr).not.toContain("a-wrong-key");
    const shared = await runContract(["--url", url, "--only", "balance.currency"]);
    expect(shared).toMatchObject({ code: 3, stderr: expect.stringContaining("--admin-token, or SALDO_ADMIN_TOKEN") });
    const withToken = { SALDO_ADMIN_TOKEN: "a-token-of-the-administrator" };
    expect((await runContract(["--url", url, "--only", "balance.currency"], withToken)).code).toBe(0);
  });
});

describe("a broken clause", () => {
  test("is told by the status, the terminal, annotations and a baseline", { timeout: suiteMs }, async () => {
    const defect = defects.find(({ breaks }) => breaks.includes("answers.json"));
    if (defect === undefined) throw new Error("no defect breaks answers.json");
    await using copy = await BrokenCopy.make();
    await copy.withChange(defect, expectTold);
  });

  async function expectTold(url: string): Promise<void> {
    const run = (...flags: readonly string[]) =>
      runContract(["--url", url, "--only", "answers.*,balance.currency", ...flags]);
    await writeFile(file("known.txt"), "answers.json  # until March\n");
    await writeFile(file("stale.txt"), "answers.json\nbalance.currency\n");

    const plain = await run("--json", file("broken.json"));
    expect([plain.code, clausesThat(await readReport(file("broken.json")), "broken")]).toEqual([1, ["answers.json"]]);
    expect(plain.stdout).toContain("Broken\n  • answers.json\n");
    expect(plain.stdout).not.toContain("::error");
    expect(plain.stderr).toContain("broken  answers.json\n");
    const known = await run("--baseline", file("known.txt"));
    expect([known.code, known.stdout]).toEqual([0, expect.stringContaining("answers.json: until March")]);
    const stale = await run("--baseline", file("stale.txt"));
    expect([stale.code, stale.stdout]).toEqual([1, expect.stringContaining("1 entry of the baseline is stale.")]);
    const annotated = await runContract(["--url", url, "--only", "answers.*"], { GITHUB_ACTIONS: "true" });
    expect(annotated.stdout).toMatch(/^::error .*answers\.json/m);
  }
});

test("what was observed is written as an overlay, with which nothing differs any more", {
  timeout: suiteMs,
}, async () => {
  const overlay = {
    overlay: "1.0.0",
    info: { title: "Other", version: "1" },
    actions: [
      {
        target: "$.paths['/account-balance/withdraw'].post.responses['200']",
        update: { $ref: "#/components/responses/Initiated" },
      },
      {
        target: "$.paths['/account-balance/withdraw'].post.responses",
        update: { 200: { $ref: "#/components/responses/Initiated" } },
      },
      { target: "$.paths['/account-balance/withdraw'].post.responses['201']", remove: true },
    ],
  };
  await writeFile(file("other.json"), JSON.stringify(overlay));
  await using saldo = new RunningSaldo(["--overlay", file("other.json")]);
  const run = ["--url", await saldo.address(), "--only", "status.initiated"];
  const seen = await runContract([...run, "--write-overlay", file("written.yaml"), "--json", file("seen.json")]);
  expect(seen.code, seen.stdout + seen.stderr).toBe(0);
  expect((await readReport(file("seen.json"))).observations).toEqual([
    expect.objectContaining({
      change: { what: "status", operationId: "initiateWithdrawal", outcome: "initiated", status: 200 },
    }),
  ]);
  await runContract([...run, "--overlay", file("written.yaml"), "--json", file("again.json")]);
  expect(await readReport(file("again.json"))).toMatchObject({
    observations: [],
    target: { overlay: file("written.yaml") },
  });
});

test("a report that cannot be written after all is told with status 4, and the others are there", async () => {
  const flags = ["--in-process", "--only", "balance.currency", "--json", "/dev/full", "--html", file("there.html")];
  const { code, stdout, stderr } = await runContract(flags);
  expect([code, stdout]).toEqual([4, expect.stringContaining("Everything held.")]);
  expect(stderr).toContain("error: /dev/full cannot be written: ENOSPC");
  expect(await readFile(file("there.html"), "utf8")).toContain("balance.currency");
});

/** As a deployment would print the code that it has mailed; the key is not for the command to know. */
const codeCommand = `
const headers = { "x-api-key": "acme-key" };
const inbox = await fetch(process.argv[2] + "/sandbox/inbox?withdrawId=" + process.env.SALDO_WITHDRAW_ID, { headers });
console.log((await inbox.json()).messages[0].otpCode);
`;

test("a command tells the codes of a deployment, and its ledger what was paid", { timeout: suiteMs }, async () => {
  await writeFile(file("code.mjs"), codeCommand);
  await using saldo = new RunningSaldo(["--api-key", "acme-key"]);
  const url = await saldo.address();
  const target = ["--url", url, "--no-control-plane", "--api-key", "acme-key", "--json", file("command.json")];
  const only = ["--only", "otp.open-before-fifth,otp.wrong-refused", "--allow", "settle", "--budget", "500"];
  const otp = ["--otp", `command:'${process.execPath}' '${file("code.mjs")}' ${url}`];
  const run = await runContract([...target, ...only, ...otp]);
  expect(run.code, run.stdout + run.stderr).toBe(0);
  const { ledger, leftBehind } = await readReport(file("command.json"));
  expect(ledger).toMatchObject({
    budgetCents: 500,
    entries: [{ clause: "otp.open-before-fifth", outcome: "confirmed" }],
  });
  expect(leftBehind).toEqual([]);
  expect(
    (await withdrawalsOf(asker({ url, apiKey: "acme-key" }))).map(({ status }) => status).includes("CREATED"),
  ).toBe(false);
});

type WithdrawalView = ReturnType<typeof withdrawalView>;

async function withdrawalsOf(ask: Ask): Promise<readonly WithdrawalView[]> {
  const { data }: { readonly data: readonly WithdrawalView[] } = Object(
    (await ask("GET", "/account-balance/withdrawals")).body,
  );
  return data;
}

describe("an interrupted run", () => {
  test.for(["SIGINT", "SIGTERM"] as const)(
    "closes what is open and tells what is known by then: %s",
    async (signal) => {
      await using saldo = new RunningSaldo(["--api-key", "acme-key"]);
      const url = await saldo.address();
      const ask = asker({ url, apiKey: "acme-key" });
      await using events = await FollowedEvents.open({ url, apiKey: "acme-key" });
      const flags = [
        "--url",
        url,
        "--no-control-plane",
        "--api-key",
        "acme-key",
        "--patience",
        "10m",
        "--allow",
        "open",
      ];
      await using run = new RunningContract([...flags, "--only", "balance.currency,otp.resend-mails-new-code"]);
      // The contract waits for minutes until a code has expired.
      while ((await events.next(1))[0]?.type !== "WithdrawalInitiated");
      run.child.kill(signal);
      expect(await run.ended(), run.stdout + run.stderr).toBe(3);
      expect(run.stderr).toContain(`${signal}: closing what is open`);
      expect(run.stdout).toContain("(interrupted)\n    otp.resend-mails-new-code");
      expect(run.stdout).toMatch(/held/);
      expect((await withdrawalsOf(ask)).map(({ status }) => status)).toEqual(["CANCELLED"]);
    },
  );

  test("ends at once when it is told so again", async () => {
    const [asked, cancelled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ok = { ...errorPage, body: '{"status":200,"message":"","data":{"balance":100000}}' };
    await using target = await startReceiver((request, respond) => {
      // Its cancellation is never answered.
      if (request.path.endsWith("/cancel")) return cancelled.resolve();
      if (request.path.endsWith("/resend-otp")) {
        asked.resolve();
        respond(409);
      } else if (request.method === "POST") respond({ ...ok, status: 201, body: '{"data":{"withdrawId":"wdr_1"}}' });
      else respond(ok);
    });
    const flags = ["--url", target.url, "--api-key", "key", "--patience", "10m", "--allow", "open", "--value", "500"];
    await using run = new RunningContract([...flags, "--only", "otp.resend-mails-new-code"]);
    await asked.promise;
    run.child.kill("SIGINT");
    await cancelled.promise;
    run.child.kill("SIGINT");
    expect(await run.ended()).toBe(3);
    expect(run.stdout).toBe("");
  });
});

test("whoever reads the report may stop reading", async () => {
  await using run = new RunningContract(["--in-process", "--only", "balance.*", "--json", file("unread.json")]);
  run.child.stdout?.destroy();
  expect(await run.ended(), run.stderr).toBe(0);
  expect(run.stderr).not.toContain("EPIPE");
  expect((await readReport(file("unread.json"))).results.length).toBeGreaterThan(3);
});

async function readOnly(installed: string): Promise<AsyncDisposable> {
  const chmodAll = (args: readonly string[]) => promisify(execFile)("chmod", args);
  await chmodAll(["-R", "a-w", installed]);
  // Who may not write to a folder cannot remove it either.
  return { [Symbol.asyncDispose]: async () => void (await chmodAll(["-R", "u+w", installed])) };
}

test("it runs for a stranger, from a folder that nobody can write to, without a home or a temporary folder", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const installed = file("installed");
  for (const name of ["src", "contracts", "fixtures", "openapi", "package.json"]) {
    await cp(join(root, name), join(installed, name), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(installed, "node_modules"));
  await chmod(folder, 0o755);
  await using _ = await readOnly(installed);
  // Whoever may write anywhere becomes somebody who may not.
  const stranger = process.getuid?.() === 0 ? { uid: 12_345, gid: 12_345 } : {};
  const variables = { HOME: undefined, TMPDIR: "/nonexistent" };
  const options = { ...stranger, cwd: "/", main: join(installed, "src/cli/main.ts") };
  const args = ["--in-process", "--only", "balance.*,otp.six-digits,signature.*"];
  await using run = new RunningContract(args, variables, options);
  expect(await run.ended(), run.stdout + run.stderr).toBe(0);
  expect(run.stdout).toContain("Everything held.");
});
