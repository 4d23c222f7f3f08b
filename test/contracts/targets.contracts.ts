import { execFile } from "node:child_process";
import { chmod, cp, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { clauses } from "../../contracts/clauses/catalogue.ts";
import { type Ask, asker } from "../../src/client/connection.ts";
import type { withdrawalView } from "../../src/http/view/withdrawal-view.ts";
import { type ReceiverAnswer, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { FollowedEvents } from "../rules/followed-events.ts";
import { RunningContract, readReport, runContract } from "../running-contract.ts";
import { RunningSaldo } from "../running-saldo.ts";

const suiteMs = 120_000;
const documented = clauses.filter(({ kind }) => kind === "documented").map(({ id }) => id);
const allowed = ["--allow", "open,settle,webhooks", "--budget", "100000", "--otp", "command:echo 123456"];

const folder = folderOfTests();
const file = (name: string) => join(folder, name);

const errorPage: ReceiverAnswer = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: '{"status":400,"message":"Bad request","error":{"code":"BAD_REQUEST"}}',
};

/** A target that accepts everything with JSON and a message in it, and does nothing, meets these. */
const trueOfAll = [
  ...["answers.json", "versioning.initiation-below-v1"],
  ...["balance.envelope-message", "webhooks.created-with-key", "webhooks.listed-with-key"],
];

describe.concurrent("a target that is no such thing", () => {
  test.for([
    ["answers everything with 200 and an empty object", { ...errorPage, body: "{}" }],
    ["answers everything with 200 and an error page", errorPage],
  ] as const)("%s is found broken", { timeout: suiteMs }, async ([name, answer]) => {
    await using target = await startReceiver(answer);
    const report = file(`${name}.json`);
    const flags = [...allowed, "--receiver-url", target.url, "--only", documented.join(",")];
    const there = ["--url", target.url, "--api-key", "key"];
    const { code, stderr } = await runContract([...there, ...flags, "--save-json", report]);
    expect(code, stderr).toBe(1);
    const { results } = await readReport(report);
    const passed = results.filter(({ verdict }) => verdict === "passed").map(({ id }) => id);
    expect(passed.filter((id) => !trueOfAll.includes(id))).toEqual([]);
    const kinds = results.map(({ verdict }) => verdict);
    expect(new Set(kinds)).toEqual(new Set(["broken", "not-judged", "passed"]));
    // Others wait for what it does not even begin, or for patience that was not given.
    expect(kinds.filter((kind) => kind === "broken").length).toBeGreaterThan(answer === errorPage ? 1 : 20);
  });
});

test("a target that cannot be used ends the run with status 3 before it begins: it closes every connection, or is not there", async () => {
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

test("a report that cannot be written after all is told with status 4, and the others are there", async () => {
  const flags = "--in-process --only balance.currency --save-json /dev/full --html".split(" ");
  const { code, stdout, stderr } = await runContract([...flags, file("there.html")]);
  expect([code, stdout]).toEqual([4, expect.stringContaining("Every clause that was judged passed.")]);
  expect(stderr).toContain("error: /dev/full cannot be written: ENOSPC");
  expect(await readFile(file("there.html"), "utf8")).toContain("balance.currency");
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
      const where = `--url ${url} --no-control-plane --api-key acme-key`;
      const flags = `${where} --patience 10m --allow open --otp inbox --value 301`.split(" ");
      await using run = new RunningContract([...flags, "--only", "balance.currency,otp.resend-mails-new-code"]);
      // The contract waits for minutes until a code has expired.
      while ((await events.next(1))[0]?.type !== "WithdrawalInitiated");
      run.child.kill(signal);
      expect(await run.ended(), run.stdout + run.stderr).toBe(3);
      expect(run.stderr).toContain(`${signal}: closing what is open`);
      expect(run.stdout).toMatch(/the run was interrupted .*\n {4}otp\.resend-mails-new-code/);
      expect((await withdrawalsOf(ask)).map(({ status }) => status)).toEqual(["CANCELLED"]);
    },
  );

  test("leaves no world in a sandbox when it is told so again", async () => {
    const asked = Promise.withResolvers<void>();
    await using saldo = await startSandbox({
      requestLog: ({ path }) => void (path === "/account-balance/withdraw" && asked.resolve()),
    });
    await using run = new RunningContract(["--url", saldo.url, "--api-key", saldo.apiKey]);
    await asked.promise;
    for (const signal of ["SIGINT", "SIGTERM"] as const) run.child.kill(signal);
    expect(await run.ended(), run.stdout + run.stderr).toBe(3);
    expect((await saldo.control.GET("/worlds")).data?.worlds).toHaveLength(1);
  });

  test("ends at once when it is told so again", async () => {
    const [asked, cancelled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ok = { ...errorPage, body: '{"status":200,"message":"","data":{"balance":100000}}' };
    await using target = await startReceiver((request, respond) => {
      // Its cancellation is never answered.
      if (request.path.endsWith("/cancel")) return cancelled.resolve();
      if (request.path.endsWith("/confirm")) return respond(422);
      if (request.path.endsWith("/resend-otp")) {
        asked.resolve();
        respond(409);
      } else if (request.method === "POST") respond({ ...ok, status: 201, body: '{"data":{"withdrawId":"wdr_1"}}' });
      else respond(ok);
    });
    const flags = `--url ${target.url} --api-key key --patience 10m --allow open --value 500 --only`.split(" ");
    const codes = ["--otp", "command:echo 123456"];
    await using run = new RunningContract([...flags, "otp.resend-mails-new-code", ...codes]);
    await asked.promise;
    run.child.kill("SIGINT");
    await cancelled.promise;
    run.child.kill("SIGINT");
    expect(await run.ended()).toBe(3);
    expect(run.stdout).toBe("");
  });
});

test("the reader of the report may stop reading", async () => {
  await using run = new RunningContract(["--in-process", "--only", "balance.*", "--save-json", file("unread.json")]);
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

test("it runs for a stranger, from a read-only folder, without a home or a temporary folder", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const installed = file("installed");
  for (const name of ["src", "contracts", "scenarios", "drill", "fixtures", "openapi", "package.json"]) {
    await cp(join(root, name), join(installed, name), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(installed, "node_modules"));
  await chmod(folder, 0o755);
  await using _ = await readOnly(installed);
  // A user that may write anywhere becomes one that may not.
  const stranger = process.getuid?.() === 0 ? { uid: 12_345, gid: 12_345 } : {};
  const variables = { HOME: undefined, TMPDIR: "/nonexistent" };
  const options = { ...stranger, cwd: "/", main: join(installed, "src/cli/main.ts") };
  const args = ["--in-process", "--only", "balance.*,otp.six-digits,signature.*"];
  await using run = new RunningContract(args, variables, options);
  expect(await run.ended(), run.stdout + run.stderr).toBe(0);
  expect(run.stdout).toContain("Every clause that was judged passed.");
});
