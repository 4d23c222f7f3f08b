import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../src/engine/testing/waiting.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { runSaldo } from "./running-saldo.ts";

const folder = folderOfTests();

/** `saldo start --wait`, with the log that it makes in a folder of the test. */
function startAndWait(...words: readonly string[]) {
  return runSaldo(["start", "--wait", ...words], { TMPDIR: folder });
}

test("with --wait the start returns when the sandbox answers, and a signal to the process of the file stops it", async () => {
  const pidFile = join(folder, "saldo.pid");
  const { code, stdout } = await startAndWait("--port", "0", "--pid-file", pidFile);
  const pid = Number(await readFile(pidFile, "utf8"));
  try {
    expect(code).toBe(0);
    expect(stdout).toContain(`to stop it: kill ${pid}\n`);
    // People read it. The log has the start for programs, too.
    expect(stdout).not.toMatch(/^\{/m);
    const [, address = ""] = /address +(http:\S+)/.exec(stdout) ?? [];
    expect((await fetch(`${address}/sandbox/health`)).status).toBe(200);

    // The port is in use now.
    const second = await startAndWait("--port", new URL(address).port);
    expect(second).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: cannot listen on .*in use/),
    });
    // Without its id in the file, no script could stop the first one.
    expect((await startAndWait("--port", "0", "--pid-file", pidFile)).stderr).toContain(
      `process ${pid}, which it names, is running; if that is Saldo, stop it with kill ${pid}; otherwise remove the file, or give another one`,
    );
    expect(await readFile(pidFile, "utf8")).toBe(`${pid}\n`);
  } finally {
    process.kill(pid, "SIGTERM");
  }
  await until(() => !existsSync(pidFile));
  const [log = "", ...others] = (await readdir(folder)).filter((name) => name.startsWith("saldo-"));
  expect(others).toEqual([]);
  expect(await readFile(join(folder, log, "saldo.log"), "utf8")).toMatch(
    /^\{.*"address":"http:.*"msg":"the sandbox answers"\}$/m,
  );
});

test("a file that is not one of a process id is not overwritten", async () => {
  const notes = join(folder, "notes.txt");
  await writeFile(notes, "important");
  const { code, stderr } = await startAndWait("--port", "0", "--pid-file", notes);
  expect([code, stderr]).toEqual([1, expect.stringContaining("it is there and has no process id; give another file")]);
  expect(await readFile(notes, "utf8")).toBe("important");
});
