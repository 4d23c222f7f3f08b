import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { commandInProcess } from "../../../test/command-in-process.ts";
import { main } from "../../../test/running-saldo.ts";

const ofNpm = { npm_package_name: "saldo", npm_lifecycle_event: "start" };

test.each([
  ["start 20457", { npm_config_port: "true" }, "npm start -- --port 20457"],
  ["start", { npm_config_clock: "frozen", npm_config_wait: "true" }, "npm start -- --clock frozen --wait"],
])("flags that npm has taken end %s with the right command", async (words, taken, command) => {
  const { code, stderr } = await commandInProcess(words.split(" "), { ...ofNpm, ...taken });
  expect([code, stderr]).toEqual([1, `error: npm takes flags before -- for itself. Write: ${command}\n`]);
});

test("the flags of another program's script are its own", async () => {
  const taken = { npm_package_name: "shop", npm_lifecycle_event: "start", npm_config_port: "true" };
  const { stderr } = await commandInProcess(["start", "--prot"], taken);
  expect(stderr).toBe("error: unknown option '--prot'. Did you mean --port?\n");
});

test("a signal for npm, which ends its shell, ends the sandbox in order", async () => {
  const env = { ...process.env, ...ofNpm, SALDO_STORE: "memory", NODE: process.execPath, MAIN: main };
  // The second command keeps the shell from becoming Saldo itself, as with npm.
  const shell = spawn("sh", ["-c", '"$NODE" "$MAIN" start --port 0; :'], { env, stdio: ["ignore", "pipe", "ignore"] });
  const lines = createInterface({ input: shell.stdout });
  await once(lines, "line");
  shell.kill("SIGTERM");
  // The pipe closes when the last process that writes to it has ended.
  await once(shell.stdout, "close");
  expect(shell.signalCode).toBe("SIGTERM");
});
