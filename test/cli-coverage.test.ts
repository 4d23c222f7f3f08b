import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { SaldoWorld } from "../src/client/saldo-client.ts";
import { coverageText, startSandbox } from "../src/testing/start-sandbox.ts";
import { commandInProcess } from "./command-in-process.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { sandboxOfTests } from "./sandbox-of-tests.ts";

const folder = folderOfTests();
const sandbox = await sandboxOfTests();
beforeAll(async () => {
  await using other = await sandbox.world();
  await other.api.GET("/account-balance");
  await sandbox.api.GET("/webhook/events");
});

/** A file with what the clients of a sandbox have met. */
async function written(from: SaldoWorld): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(await from.coverage()));
  return file;
}

/** Whole percent, so that 100 means all. */
const percentOf = (met: number, total: number) => Math.floor((100 * met) / total);

function coverage(...words: readonly string[]) {
  return commandInProcess(["coverage", ...words], { SALDO_URL: sandbox.url, SALDO_API_KEY: sandbox.apiKey });
}

describe("saldo coverage", () => {
  test("prints what all worlds have met, the deleted one too, and what never", async () => {
    const { code, stdout, stderr } = await coverage();
    expect([code, stderr]).toEqual([0, ""]);
    const { outcomes, events, faults } = await sandbox.coverage();
    const total = outcomes.length + events.length + faults.length;
    expect(stdout.split("\n").slice(0, 4)).toEqual([
      `coverage  ${percentOf(2, total)} % (2 of ${total})`,
      `outcomes  2 of ${outcomes.length}`,
      `events    0 of ${events.length}`,
      `faults    0 of ${faults.length}`,
    ]);
    expect(stdout).toMatch(/\nnever met:\n.* {2}outcome {2}confirmWithdrawal otp-expired\n/s);
    expect(stdout).not.toContain("balance-read");
    expect(stdout).toBe(coverageText(await sandbox.coverage()));
  });

  test("as JSON is the report alone, for scripts", async () => {
    const { code, stdout } = await coverage("--json");
    expect([code, JSON.parse(stdout)]).toEqual([0, await sandbox.coverage()]);
  });

  test("of the world of the key has only that world", async () => {
    const { total } = await sandbox.coverage();
    expect((await coverage("--world")).stdout).toContain(`coverage  ${percentOf(1, total)} % (1 of ${total})\n`);
  });

  test("ends with 1 below the minimum, and writes the reports all the same", async () => {
    const [json, junit] = [join(folder, "coverage.json"), join(folder, "coverage.xml")];
    const { percent } = await sandbox.coverage();
    const { code, stderr } = await coverage("--min", String(percent + 1), "--save-json", json, "--junit", junit);
    expect([code, stderr]).toEqual([1, `error: ${percent} % is below --min ${percent + 1}\n`]);
    expect(JSON.parse(await readFile(json, "utf8"))).toEqual(await sandbox.coverage());
    expect(await readFile(junit, "utf8")).toContain('failures="1"');
    expect((await coverage("--min", String(percent))).code).toBe(0);
  });

  test("adds the reports of several sandboxes", async () => {
    await using another = await startSandbox();
    await another.api.GET("/account-balance");
    await another.api.GET("/webhook", {});
    const files = await Promise.all([sandbox, another].map(written));
    const { total } = await sandbox.coverage();
    const percent = percentOf(3, total);
    const { code, stdout, stderr } = await coverage(
      ...files,
      "--min",
      `${percent}`,
      "--save-json",
      join(folder, "sum.json"),
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`coverage  ${percent} % (3 of ${total})\n`);
    const sum = JSON.parse(await readFile(join(folder, "sum.json"), "utf8"));
    expect(sum.outcomes).toContainEqual({ operationId: "getBalance", outcome: "balance-read", count: 2 });
  });

  test.each([
    ["{", "Expected property name"],
    ["[]", "it is no report of saldo coverage (--save-json): report: must be an object, got a list"],
    [
      '{"percent":1,"met":1,"total":1,"outcomes":[],"events":[{"event":"a","count":-1}],"faults":[]}',
      "report/events/0/count: must be an integer of at least 0, got -1",
    ],
  ])("refuses the report %s", async (text, why) => {
    const file = join(folder, "wrong.json");
    await writeFile(file, text);
    const { code, stderr } = await coverage(file);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(stderr).toContain(`error: ${file}`);
  });

  test.each([
    [["a.json", "--world"], 2, "--world asks a sandbox, so it does not go with files"],
    [["/nowhere/a.json"], 2, "/nowhere/a.json cannot be read: ENOENT"],
    [["--min", "101"], 2, "Allowed is a whole number of percent from 0 to 100"],
    [["--save-json", "/nowhere/a.json"], 2, "--save-json /nowhere/a.json cannot be written"],
    [["--world", "--api-key", "wrong"], 3, "The X-API-KEY is not known."],
    [["--url", "http://127.0.0.1:9"], 3, "http://127.0.0.1:9/sandbox/coverage got no answer"],
  ])("with %j ends with %i and says why", async (words, status, why) => {
    const { code, stderr } = await coverage(...words);
    expect([code, stderr]).toEqual([status, expect.stringContaining(why)]);
  });
});
