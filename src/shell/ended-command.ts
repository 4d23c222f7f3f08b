import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";

export interface EndedCommand {
  readonly status: number | null;
  /** How it ended, with the last line of what it complained about, for a sentence about one that failed. */
  readonly how: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Only the end of what a command writes is kept. */
export const MAX_KEPT_CHARACTERS = 256 * 1024;

/**
 * Runs a shell command to its end. It is the leader of a process group of its own, so that nothing which it has started
 * outlives it: the group is killed when the command has ended, or as soon as `stop` is aborted.
 */
export function runCommand(
  command: string,
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
  keptCharacters = MAX_KEPT_CHARACTERS,
): Promise<EndedCommand> {
  const { promise, resolve, reject } = Promise.withResolvers<EndedCommand>();
  const child = spawn(command, { shell: true, detached: true, env, stdio: ["ignore", "pipe", "pipe"] });
  const stdout = keptOutput([child.stdout], keptCharacters);
  const stderr = keptOutput([child.stderr]);
  const kill = () => {
    killGroup(child);
    // What has left the group may still hold the pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  stop.addEventListener("abort", kill, { once: true });
  // Also where this process exits at once, at the second Ctrl-C.
  process.once("exit", kill);
  const settled = () => {
    process.off("exit", kill);
    stop.removeEventListener("abort", kill);
  };
  child.once("error", (error) => {
    settled();
    reject(error);
  });
  child.once("exit", () => killGroup(child));
  child.once("close", (status, killedBy) => {
    settled();
    const how = killedBy === null ? `ended with status ${status}` : `was ended by ${killedBy}`;
    resolve({ status, how: how + lastLine(stderr()), stdout: stdout(), stderr: stderr() });
  });
  return promise;
}

/** Keeps the end of what is written, so that a command which never stops writing fills no memory. */
export function keptOutput(streams: readonly Readable[], characters = MAX_KEPT_CHARACTERS): () => string {
  let text = "";
  for (const stream of streams) {
    stream.setEncoding("utf8").on("data", (data: string) => {
      text = (text + data).slice(-characters);
    });
  }
  return () => text;
}

/** Ends a process and all that it has started, if it leads a group. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended already.
  }
}

/** Returns the process's environment without what is Saldo's own or has the API key as its value. */
export function commandEnvironment(apiKey: string | undefined): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name, value]) => !name.startsWith("SALDO_") && value !== apiKey);
  return Object.fromEntries(others);
}

/** Returns the last line of what a command wrote, to be put behind a sentence. */
export function lastLine(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.replace(/\p{Cc}/gu, " ").trim());
  const last = lines.findLast((line) => line !== "");
  return last === undefined ? "" : `: ${last.slice(0, 200)}`;
}
