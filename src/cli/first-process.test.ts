import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

/** Says when it handles signals, and goes on until one ends it. */
const program = `
  Object.defineProperty(process, "pid", { value: Number(process.argv[1]) });
  const { endFirstProcessOnSignals } = await import(${JSON.stringify(new URL("first-process.ts", import.meta.url).href)});
  endFirstProcessOnSignals();
  if (process.argv[2] === "own") process.once("SIGTERM", () => process.exit(7));
  setInterval(() => {}, 1000);
  process.send(process.listenerCount("SIGTERM"));`;

/** How many listen, and how it ends at a signal. */
async function ended(pid: number, signal: NodeJS.Signals, handler = "none") {
  const args = ["--input-type=module", "-e", program, String(pid), handler];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [listeners] = await once(child, "message");
  child.kill(signal);
  const [code, by] = await once(child, "exit");
  return { listeners, code, by };
}

it("ends the first process of a container with the status that a shell would tell of it", async () => {
  expect(await ended(1, "SIGTERM")).toEqual({ listeners: 1, code: 143, by: null });
  expect(await ended(1, "SIGINT")).toEqual({ listeners: 1, code: 130, by: null });
});

it("leaves it to who handles the signal", async () => {
  expect(await ended(1, "SIGTERM", "own")).toEqual({ listeners: 2, code: 7, by: null });
});

it("does nothing in any other process, which signals end by themselves", async () => {
  expect(await ended(2, "SIGTERM")).toEqual({ listeners: 0, code: null, by: "SIGTERM" });
});
