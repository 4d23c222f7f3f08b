import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { SaldoClient } from "../src/client/saldo-client.ts";
import { main } from "./running-saldo.ts";

const WORDS = ["start", "--store", "memory", "--port", "0", "--log-requests"];

/** Loaded before the program: a disk that says nothing of what is written to standard output. */
const SILENT_DISK = `data:text/javascript,import fs from "node:fs";
  const { write } = fs;
  fs.write = (fd, ...rest) => { if (fd !== 1) write(fd, ...rest); };`;

/** Starts a sandbox whose log is on a disk without room. `stderr`: where messages for people go. */
function startOnFullDisk(stderr: "pipe" | "full", options: readonly string[] = []) {
  const full = openSync("/dev/full", "w");
  const stdio = ["ignore", full, stderr === "full" ? full : stderr, "ipc"] as const;
  const child = spawn(process.execPath, [...options, main, ...WORDS], { stdio: [...stdio] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Reads the address from the banner, which people read on standard error. */
async function clientOf({ stderr }: ChildProcess): Promise<SaldoClient> {
  let told = "";
  for await (const part of stderr ?? []) {
    told += part;
    if (told.includes("documents")) break;
  }
  const [, url = ""] = /address +(\S+)/.exec(told) ?? [];
  return new SaldoClient({ url, apiKey: "sandbox-key" });
}

describe.skipIf(process.platform !== "linux")("a full disk under the log", () => {
  test.each([
    ["at once", []],
    ["only at the end", ["--import", SILENT_DISK]],
  ])("that is noticed %s ends no sandbox, and does not keep one from ending", async (_when, options) => {
    const child = startOnFullDisk("pipe", options);
    const client = await clientOf(child);
    for (let call = 0; call < 3; call++) expect((await client.ask("GET", "/account-balance")).status).toBe(200);
    child.kill();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("takes the banner, too, and the sandbox starts without it", async () => {
    const child = startOnFullDisk("full");
    await once(child, "message");
    child.kill();
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

test("a reader of the log that stands still keeps no sandbox from ending", async () => {
  const child = spawn(process.execPath, [main, ...WORDS], { stdio: ["ignore", "pipe", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const client = await clientOf(child);
  // More lines than the pipe and this process take.
  const calls = async () => {
    for (let call = 0; call < 100; call++) await client.ask("GET", `/account-balance?${"x".repeat(300)}`);
  };
  await Promise.all(Array.from({ length: 8 }, calls));
  child.kill();
  expect(await once(child, "exit")).toEqual([0, null]);
});
