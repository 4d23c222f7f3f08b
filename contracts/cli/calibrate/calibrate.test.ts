import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandInProcess } from "../../../test/command-in-process.ts";
import { folderOfTests } from "../../../test/folder-of-tests.ts";
import { sandboxOfTests } from "../../../test/sandbox-of-tests.ts";

const sandbox = await sandboxOfTests({ fixture: "no-retention" });
const folder = folderOfTests();

async function calibrate(...words: readonly string[]) {
  const { code, stdout, stderr } = await commandInProcess(["calibrate", ...words]);
  return { status: code, text: stdout + stderr };
}

/** A sandbox differs in nothing. */
test("writes an overlay and a fixture from reading only, and compares a sandbox with both", async () => {
  const out = join(folder, "acme.yaml");
  const account = ["--url", sandbox.url, "--api-key", sandbox.apiKey, "--no-control-plane"];
  const { status, text } = await calibrate(...account, "--out", out);
  expect(text).toContain(`saldo start --overlay ${out} --fixture ${join(folder, "acme.fixture.yaml")}`);
  const [, alike, of] = /(\d+) of (\d+) are alike in status, media type and shape/.exec(text) ?? [];
  expect([status, Number(alike) > 30, alike]).toEqual([0, true, of]);
  expect(await readFile(out, "utf8")).toContain("target: $.info");
  expect(await readFile(join(folder, "acme.fixture.yaml"), "utf8")).toContain("withdrawalFee: 200");
});

test("reads a recording in which an identifier is not valid Unicode", async () => {
  await using world = await sandbox.world({ fixture: "no-retention" });
  const { data } = Object((await world.ask("POST", "/account-balance/withdraw", { value: 1_000 })).body);
  const otpCode = await world.inbox.latestCode(data.withdrawId);
  await world.ask("POST", "/account-balance/withdraw/confirm", { withdrawId: data.withdrawId, otpCode });
  const recorded = JSON.stringify((await world.ask("GET", "/sandbox/requests/har")).body);
  const file = join(folder, "odd.har");
  await writeFile(file, recorded.replaceAll(data.withdrawId, String.raw`wdr_\\ud800`));
  const { status, text } = await calibrate("--har", file, "--out", join(folder, "odd.yaml"));
  expect([status, text]).toEqual([0, expect.stringContaining("are alike in status, media type and shape")]);
});

test.each([
  [[], "--out <file>"],
  [["--out", "a.yaml"], "one of --url <address>, --container <image>, --har <file>"],
  [["--out", "/nowhere/a.yaml", "--url", "http://127.0.0.1:1"], "--out /nowhere/a.yaml cannot be written"],
])("refuses %j", async (words, message) => {
  const { status, text } = await calibrate(...words);
  expect(status).toBe(2);
  expect(text).toContain(message);
});
