import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/drill/temporary-folder.ts";
import { startReceiver } from "../outbound/testing/receiver.ts";
import { StartedProcess } from "./started-process.ts";

const own = { environmentOf: () => process.env, unusable: () => new Error("it is of no use") };

test("a process that is killed before it is ready starts again", async () => {
  await using health = await startReceiver((_request, respond) => {
    if (health.requests.length === 1) void started.kill();
    respond(health.requests.length < 3 ? 503 : 200);
  });
  const isReady = async () => (await fetch(health.url)).ok;
  await using started: StartedProcess<null> = new StartedProcess({ ...own, command: "exec sleep 60", isReady });
  await started.start(null);
  expect([health.requests.length, started.isRunning]).toEqual([3, true]);
});

test("it ends with this process, also where that exits at once", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "pid");
  const script = `
    const { StartedProcess } = await import("${import.meta.resolve("./started-process.ts")}");
    const isReady = async () => process.getBuiltinModule("node:fs").existsSync("${file}");
    const command = "echo $$ > ${file}; exec sleep 60";
    await new StartedProcess({ command, environmentOf: () => process.env, isReady }).start(null);
    process.exit(3);`;
  const words = ["--conditions", "saldo-source", "--input-type", "module", "--eval", script];
  await expect(promisify(execFile)(process.execPath, words)).rejects.toMatchObject({ code: 3 });
  const pid = Number(await readFile(file, "utf8"));
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isThere).toBe(false);
});

test("what a command has left in the background ends with it", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "port");
  const listening = `require("node:fs").writeFileSync("${file}", String(server.address().port))`;
  const script = `const server = require("node:http").createServer((_, response) => response.end()).listen(0, "127.0.0.1", () => ${listening})`;
  const command = `'${process.execPath}' -e '${script}' & until [ -s ${file} ]; do :; done`;
  const started = new StartedProcess({ ...own, command });
  await started.start(null);
  await expect.poll(() => started.isRunning).toBe(false);
  const port = await readFile(file, "utf8");
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await isUp()).toBe(true);
  await started.kill();
  await expect.poll(isUp).toBe(false);
});
