import { spawn } from "node:child_process";
import { mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endOnSignals } from "../end-on-signals.ts";
import type { Output } from "../output.ts";
import { UserError } from "../user-error.ts";
import { orUnwritable } from "../writable-file.ts";

const READY = "ready";
const NOT_READY = "answers, but load balancers should send it no requests";
/** The status of a start whose sandbox answers and is not ready, because its replicas have another configuration. */
const OTHER_CONFIGURATION = 3;
/** What the log has for programs. */
const JSON_LINES = /^\{.*\n/gm;
/** As shells report a command that was interrupted. */
const INTERRUPTED = 130;

/**
 * Starts the sandbox in another process and returns when it answers, with status 0, or 3 if it is not ready; or when its
 * start has failed, with its status. `words`: the command line, without `--wait` that of the other process.
 */
export async function startInBackground(words: readonly string[], { stdout, stderr }: Output): Promise<number> {
  const folder = await orUnwritable(`the log in ${tmpdir()} (TMPDIR)`, () => mkdtemp(join(tmpdir(), "saldo-")));
  const logFile = join(folder, "saldo.log");
  const log = await open(logFile, "w");
  using ending = endOnSignals(INTERRUPTED, () => {});
  const [, program = ""] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, ...words.filter((word) => word !== "--wait")], {
    detached: true,
    signal: ending.signal,
    stdio: ["ignore", log.fd, log.fd, "ipc"],
  });
  const answer = await new Promise<unknown>((resolve) => {
    child.once("message", resolve);
    child.once("exit", () => resolve(null));
    child.once("error", () => resolve(null));
  });
  await log.close();
  const told = (await readFile(logFile, "utf8")).replace(JSON_LINES, "");
  if (answer !== READY && answer !== NOT_READY) {
    stderr.write(told);
    await rm(folder, { recursive: true });
    return ending.signal.aborted ? INTERRUPTED : child.exitCode || 1;
  }
  child.disconnect();
  child.unref();
  stdout.write(`${told}  log        ${logFile}\n  process    ${child.pid}; to stop it: kill ${child.pid}\n`);
  return answer === READY ? 0 : OTHER_CONFIGURATION;
}

/** Tells the process that started this one with `--wait` that the sandbox answers. */
export function tellAnswering(isReady: boolean): void {
  if (process.connected) process.send?.(isReady ? READY : NOT_READY);
}

/**
 * Writes the id of this process for the script that stops it. Returns what removes the file. Throws `UserError` if the
 * file has anything else than the id of a process that has ended: that one could no longer be stopped.
 */
export async function writePidFile(file: string | undefined): Promise<() => Promise<void>> {
  if (file === undefined) return async () => {};
  const told = await contentOf(file).catch(() => "");
  const problem = told === "" ? null : problemOfPidFile(told.trim());
  if (problem !== null) throw new UserError(`--pid-file ${file} cannot be written: ${problem}`);
  await orUnwritable(`--pid-file ${file}`, () => writeFile(file, `${process.pid}\n`));
  // A device, such as /dev/stdout, is there for all programs of the machine.
  const isPlain = (await stat(file)).isFile();
  return async () => {
    if (isPlain) await rm(file, { force: true });
  };
}

/** Returns the text of a file; an empty one for a pipe, which would be waited for. */
async function contentOf(file: string): Promise<string> {
  return (await stat(file)).isFile() ? readFile(file, "utf8") : "";
}

function problemOfPidFile(told: string): string | null {
  if (!/^[1-9]\d{0,9}$/.test(told)) return "it is there and has no process id; give another file";
  const other = Number(told);
  if (other === process.pid || !isRunning(other)) return null;
  return `process ${other}, which it names, is running; if that is Saldo, stop it with kill ${other}; otherwise remove the file, or give another one`;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
