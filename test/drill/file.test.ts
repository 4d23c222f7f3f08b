import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { commandInProcess } from "../command-in-process.ts";
import { freePort } from "../free-port.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const example = join(import.meta.dirname, "../../examples/drill");

/** Drills the example as a process, with changes of its drill file and of the command line. */
async function drilled(changes: object, ...words: readonly string[]) {
  await using folder = await temporaryFolder();
  const [port, receiver, store] = [await freePort(), await freePort(), join(folder.path, "store.json")];
  const text = (await readFile(join(example, "drill.yaml"), "utf8"))
    .replaceAll("3900", String(port))
    .replaceAll("3901", String(receiver))
    .replace(
      /^start: .*$/m,
      `start: PORT=${port} RECEIVER_PORT=${receiver} STORE=${store} ${process.execPath} ${example}/server.ts`,
    );
  const file = join(folder.path, "drill.yaml");
  await writeFile(file, stringify({ ...parse(text), ...changes }, { keepUndefined: false }));
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
  [3, { start: undefined }, /the application does not begin: /],
  [
    3,
    { books: "command:echo '{\"payouts\": [{}]}'" },
    /payouts\[0\]\.state of the books is missing\. Allowed are paid/,
  ],
  [2, { acts: { pay: "POST nowhere" } }, /acts\.pay is "POST nowhere"\. Allowed is "POST http/],
  [2, { act: {} }, /there is no "act"\. Allowed are world, start,/],
  [
    2,
    { acts: { pay: { do: "command:true", with: { cents: 7 } } } },
    /acts\.pay\.with\.cents is 7\. It must have names with values\./,
  ],
] as const)("with status %i, a drill file with %j is told with what to do", async ([status, changes, message]) => {
  const { code, stderr } = await drilled(changes, "--worlds", "2");
  expect({ code, stderr }).toMatchObject({ code: status, stderr: expect.stringMatching(message) });
});

test.for([
  ["acts: [", /^error: \S+drill\.yaml: .* at line 1, column 8\n$/],
  [null, /^error: \S+drill\.yaml cannot be read: ENOENT: .*\n$/],
] as const)("a drill file that is %j is told in one line with its place", async ([text, message]) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "drill.yaml");
  if (text !== null) await writeFile(file, text);
  const { code, stderr } = await commandInProcess(["drill", file]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

test.for([
  [["--url", "http://127.0.0.1:9"], /^error: POST http:\/\/127\.0\.0\.1:9\/sandbox\/worlds got no answer: .*\n$/],
  [["--only", "nope"], /^error: there is no act "nope"\. Allowed are payout, code\.\n$/],
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
