import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drill } from "../../drill/drill.ts";
import { readDrillFile } from "../../drill/file/drill-file.ts";
import { filedApplication } from "../../drill/file/filed-application.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { commandInProcess } from "../command-in-process.ts";
import { freePort } from "../free-port.ts";
import { main } from "../running-saldo.ts";
import { example, exampleDrillFile } from "./example-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Returns what a drill file says. */
async function fileOf(changes: object) {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "drill.yaml");
  await writeFile(file, JSON.stringify({ acts: {}, books: "command:true", ...changes }));
  return await readDrillFile(file);
}

/** Drills the example as a process, with changes of its drill file and of the command line. */
async function drilled(changes: object, ...words: readonly string[]) {
  await using folder = await temporaryFolder();
  const file = await exampleDrillFile(folder.path, example, changes);
  const report = join(folder.path, "report.json");
  const ended = await commandInProcess(["drill", file, "--seed", "5", "--save-json", report, ...words]);
  return { ...ended, report: await readFile(report, "utf8").then(JSON.parse, () => null) };
}

test("a process that dies in the middle of calls and deliveries keeps its books right", async () => {
  const { code, stdout, report } = await drilled({}, "--worlds", "6");
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("right in all worlds") });
  expect(report).toMatchObject({ worlds: 6, found: null, seed: 5 });
});

test.for([
  [3, { start: "echo no database; false" }, /does not start: "echo no database; false" ended\. It said:\nno database/],
  [3, { start: "seq 100000 100200; false" }, /It said:\n\d{6}\n100\d{3}\n/],
  [3, { start: undefined }, /the application does not begin: /],
  [
    3,
    { books: "command:echo '{\"payouts\": [{}]}'" },
    /payouts\[0\]\.state of the books is missing\. Allowed are paid/,
  ],
  [3, { books: "command:echo '{}'" }, /payouts of the books is missing\. It must be a list of /],
  [
    3,
    { books: { from: "command:echo '{\"payouts\": []}'", available: "$.free" } },
    /available of the books is missing\. The path \$\.free leads to nothing in them\./,
  ],
  [
    3,
    { books: "GET http://127.0.0.1:1/books" },
    /the books cannot be read: GET http:\/\/127\.0\.0\.1:1\/books got no answer: .* start the application first/,
  ],
  [2, { receiver: "localhost:3901/hooks" }, /receiver is "localhost:3901\/hooks"\. It must be an address such as http/],
  [2, { acts: { pay: { do: "command:true", bdy: {} } } }, /acts\.pay has no option "bdy"; is it body\?/],
  [2, { books: { from: "command:true", payout: { id: "$.id" } } }, /books\.payout has no option "id"; /],
  [2, { books: { from: "command:true", states: { done: ["PAID"] } } }, /books\.states has no option "done"; /],
  [2, { books: { from: "command:true", free: "$.free" } }, /books has no option "free"; /],
  [2, { acts: { pay: "POST nowhere" } }, /acts\.pay is "POST nowhere"\. Allowed is "POST http/],
  [2, { act: {} }, /the file has no option "act"; is it acts\?/],
  [2, { ready: undefined }, /"ready" is missing: when what "start" starts can be asked, such as GET http/],
  [2, { amounts: "Net" }, /amounts is "Net"\. Allowed are gross, net\./],
  [
    2,
    { acts: { pay: { do: "command:true", with: { cents: { min: 5, max: 100, step: 5 } } } } },
    /acts\.pay\.with\.cents has no option "step"; /,
  ],
  [
    3,
    { acts: { pay: { do: "POST http://127.0.0.1:1/", body: { of: "$refrence" } } } },
    /the drill file uses \$refrence, which nothing gives\. Known here are .*\$reference/,
  ],
  [
    2,
    { acts: { pay: { do: "command:true", with: { cents: 7 } } } },
    /acts\.pay\.with\.cents is 7\. Allowed is { min: 500, max: 30000 }, a list, or code\./,
  ],
  [2, { acts: { pay: { do: "command:true", with: { path: [7] } } } }, /acts\.pay\.with\.path needs another name: /],
] as const)("with status %i, a drill file with %j is told with what to do", async ([status, changes, message]) => {
  const { code, stderr } = await drilled(changes, "--worlds", "2");
  expect({ code, stderr }).toMatchObject({ code: status, stderr: expect.stringMatching(message) });
});

test("totals that the books do not tell are named, because a misspelt one would be right in all worlds", async () => {
  const { code, stdout, report } = await drilled(
    { books: 'command:echo \'{"avaliable": 0, "fees": 0, "payouts": []}\'' },
    "--seed",
    "5.0.-/",
  );
  expect(report.untold).toEqual(["available", "reserved", "paidOut", "underWay", "unexplained"]);
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\nNot compared: the books do not tell available, .*\n$/),
  });
});

test("a difference is saved as a scenario that passes", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "story.arazzo.yaml");
  const nothing = { books: "command:echo '{\"payouts\": []}'" };
  const { code, stdout, stderr } = await drilled(nothing, "--without", "kill", "--seed", "5.6.-/0", "--save", file);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^The books differ\. The drill leaves .*\n$/),
  });
  expect(stdout).toMatch(/^ {2}saldo drill \S+ --seed 5\.6\.-\/0 --without kill$/m);
  expect(await readFile(file, "utf8")).toContain("interface.initiateWithdrawal");
});

const nested = `acts: ${"[".repeat(20_000)}${"]".repeat(20_000)}`;

test.for([
  ["unfinished", "acts: [", /^error: \S+drill\.yaml:1:8: .*\n$/],
  ["a file of secrets", "API_KEY=sk_live_1", /^error: \S+drill\.yaml: it must have names with values, [^_]*\n$/],
  ["missing", null, /^error: \S+drill\.yaml cannot be read: ENOENT: .*\n$/],
  ["nested too deep", nested, /^error: \S+drill\.yaml:1:\d+: too many lists and maps .*; nest them less\n$/],
] as const)("a drill file that is %s is told in one line with its place", async ([, text, message]) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "drill.yaml");
  if (text !== null) await writeFile(file, text);
  const { code, stderr } = await commandInProcess(["drill", file]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

test.for([
  [["--url", "http://127.0.0.1:9"], /^error: POST http:\/\/127\.0\.0\.1:9\/sandbox\/worlds got no answer: .*\n$/],
  [["--only", "nope"], /^error: there is no act "nope"\. Allowed are payout, code\.\n$/],
  [["--seed", "5.0.999"], /^error: the seed 5\.0\.999 names the pair 999, but the last one is \d+\. Give it as .*\n$/],
  [
    ["--seed", "5.0.-/0,99"],
    /^error: the seed 5\.0\.-\/0,99 names the step 99, but the last one is \d+\. Give it as .*\n$/,
  ],
  [["--preset", "nope"], /^error: There is no preset "nope"; there are: bad-friday, .*\n$/],
] as const)("what keeps a drill from its first world is told in one line: %j", async ([words, message]) => {
  const { code, stderr } = await drilled({}, ...words);
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(message) });
});

test("a sandbox that ends during a drill is told in one line", async () => {
  await using sandbox = await startSandbox();
  const drilling = drilled({}, "--url", sandbox.url, "--api-key", sandbox.apiKey);
  await expect.poll(async () => (await sandbox.control.GET("/worlds")).data?.worlds.length).toBeGreaterThan(1);
  await sandbox.stop();
  const { code, stderr } = await drilling;
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringMatching(/^error: [A-Z]+ \S+ got no answer: .*\n$/),
  });
});

test("a drill that a second Ctrl-C ends leaves no world in the sandbox that it was given", async () => {
  await using sandbox = await startSandbox();
  await using folder = await temporaryFolder();
  const [file, begun] = [join(folder.path, "drill.yaml"), join(folder.path, "begun")];
  const hanging = { do: `command:touch ${begun}; sleep 60` };
  await writeFile(file, JSON.stringify({ acts: { pay: hanging }, books: "command:echo '{\"payouts\": []}'" }));
  const drilling = spawn(process.execPath, [main, "drill", file, "--url", sandbox.url, "--api-key", sandbox.apiKey]);
  await expect.poll(() => existsSync(begun)).toBe(true);
  drilling.kill("SIGINT");
  await once(drilling.stderr, "data");
  drilling.kill("SIGINT");
  expect(await once(drilling, "exit")).toEqual([3, null]);
  expect((await sandbox.control.GET("/worlds")).data?.worlds).toHaveLength(1);
});

test("what answers before the application is started is not taken for it", async () => {
  await using other = await startReceiver("ok");
  const { code, stderr } = await drilled({ ready: `GET ${other.url}` });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringMatching(/^error: something answers "ready" be.*\n$/),
  });
});

test("a drill that is interrupted before the application is ready ends at once, and leaves no world", async () => {
  await using sandbox = await startSandbox();
  const file = await fileOf({ start: "sleep 60", ready: "GET http://127.0.0.1:1/" });
  await using filed = await filedApplication(file, AbortSignal.abort());
  const acts = { pay: { do: () => {} } };
  await expect(drill({ ...filed.application, acts, sandbox })).rejects.toThrow(
    "interrupted before the application was ready",
  );
  expect((await sandbox.control.GET("/worlds")).data?.worlds).toHaveLength(1);
});

test("an application that ends by itself is told with what it said, and starts again", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const pay = 'if (url === "/pay") process.exit(console.error("no database"))';
  const script = `({ url }, answer) => { ${pay}; answer.end(JSON.stringify({ payouts: [] })); }`;
  const start = `exec '${process.execPath}' -e 'http.createServer(${script}).listen(${new URL(url).port})'`;
  const books = `GET ${url}/books`;
  const file = await fileOf({ start, ready: books, begin: books, books, acts: { pay: `POST ${url}/pay` } });
  await using filed = await filedApplication(file);
  await expect(drill({ ...filed.application, worlds: 30, seconds: 600, seed: 5 })).rejects.toThrow(
    /the act pay has failed each of \d+ times\. .*; the application has ended: no database$/,
  );
});

test("a command that waits for the application ends when that dies", async () => {
  await using folder = await temporaryFolder();
  const begun = join(folder.path, "begun");
  const acts = { pay: { do: `command:touch ${begun}; sleep 60` } };
  await using filed = await filedApplication(await fileOf({ start: "sleep 60", acts }));
  const { application } = filed;
  const waiting = application.acts.pay?.do({}, {}, { reference: "pay-1", code: async () => null });
  await expect.poll(() => existsSync(begun), { timeout: 20_000 }).toBe(true);
  await application.restart?.({});
  await expect(waiting).rejects.toThrow(/sleep 60" was ended by SIGKILL$/);
});

test("a shared sandbox is drilled with its admin token, also at its address with /v1", async () => {
  await using sandbox = await startSandbox({ adminToken: "a-token-of-the-admin" });
  const there = ["--worlds", "1", "--url", `${sandbox.url}/v1`];
  expect(await drilled({}, ...there)).toMatchObject({ code: 3, stderr: expect.stringContaining("--admin-token") });
  const { code, stderr } = await drilled({}, ...there, "--admin-token", "a-token-of-the-admin");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
