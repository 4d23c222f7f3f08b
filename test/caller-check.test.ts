import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SaldoWorld } from "../src/client/saldo-client.ts";
import { commandInProcess } from "./command-in-process.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { sandboxOfTests } from "./sandbox-of-tests.ts";

const folder = folderOfTests();
const sandbox = await sandboxOfTests();

function check(world: SaldoWorld, ...words: string[]) {
  return commandInProcess(["caller", "check", ...words], { SALDO_URL: world.url, SALDO_API_KEY: world.apiKey });
}

test("a caller that asks again without a look is told with its calls, in every form", async () => {
  await using world = await sandbox.world();
  const withdraw = () => world.ask("POST", "/account-balance/withdraw", { value: 10_000 });
  await world.faults.add({ kind: "reset", operationId: "initiateWithdrawal" });
  await withdraw().catch(() => null);
  await withdraw();
  const files = ["save-json", "junit", "html"].map((form) => [`--${form}`, join(folder, form)] as const);
  const { code, stdout } = await check(world, "--github", ...files.flat());
  expect(code).toBe(1);
  expect(stdout).toContain(`caller ${world.url}`);
  expect(stdout).toMatch(/withdrawals\.looks-before-initiating-again\n.*It initiated again without a read/s);
  expect(stdout).toContain("How to fix it: Treat an initiation without an answer as unknown");
  expect(stdout).toContain("::error title=withdrawals.looks-before-initiating-again");
  const [json = "", junit = "", html = ""] = await Promise.all(files.map(([, file]) => readFile(file, "utf8")));
  const report = JSON.parse(json);
  expect([report.target.kind, report.exitCode]).toEqual(["caller", 1]);
  const broken = report.results.filter(({ verdict }: { verdict: string }) => verdict === "broken");
  expect(broken).toMatchObject([
    { id: "withdrawals.looks-before-initiating-again", exchanges: [{ status: null }, { status: 201 }] },
  ]);
  expect(junit).toMatch(/<testsuites name="saldo caller check" tests="13" failures="1"/);
  expect(html).toContain("<title>Caller report");
  expect(html).toContain("No answer was sent (reset).");
});

test("the status says whether clauses passed, were not judged, or could not be chosen", async () => {
  await using world = await sandbox.world();
  await world.ask("GET", "/account-balance");
  expect((await check(world, "--only", "calls.key-only-in-its-header")).code).toBe(0);
  const all = await check(world);
  expect([all.code, all.stdout]).toEqual([3, expect.stringContaining("This did not happen: an initiation")]);
  expect(await check(world, "--only", "nothing")).toMatchObject({ code: 2, stderr: expect.stringContaining("--list") });
  const none = await check(world, "--only", "calls.honours-retry-after", "--time-moved");
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("left out by --time-moved") });
  expect((await check(world, "--list")).stdout).toContain("withdrawals.whole-cents  (documented)\n");
  const stranger = { SALDO_URL: world.url, SALDO_API_KEY: "nobody" };
  expect((await commandInProcess(["caller", "check"], stranger)).code).toBe(3);
});
