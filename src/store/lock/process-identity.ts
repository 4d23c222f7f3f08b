import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";

/** Identifies a process, even among later ones with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Null on systems that do not tell; only Linux does. */
  readonly processStart: ProcessStart | null;
}

export interface ProcessStart {
  /** The boot of the machine, different after each start. */
  readonly boot: string;
  /** The PID namespace: the containers of a machine number their processes separately. */
  readonly namespace: string;
  /** When the process began, in kernel clock ticks since the boot. */
  readonly ticks: string;
}

/** `unknown` is a process of another machine or container, which cannot be asked from here. */
export type Life = "alive" | "dead" | "unknown";

export async function thisProcess(): Promise<ProcessIdentity> {
  return { pid: process.pid, host: hostname(), processStart: await startOfThisProcess() };
}

export async function lifeOf(asked: ProcessIdentity): Promise<Life> {
  if (!countedTogether(asked, await thisProcess())) return "unknown";
  if (asked.processStart !== null) {
    const status = await statusOf(asked.pid);
    if (status !== null && (status.ended || status.ticks !== asked.processStart.ticks)) return "dead";
  }
  return takesSignals(asked.pid) ? "alive" : "dead";
}

/**
 * Returns whether two processes share their numbering. The host name alone does not say so: containers may share their
 * machine's name, and machines that share a network drive may all be called `localhost`.
 */
function countedTogether(one: ProcessIdentity, other: ProcessIdentity): boolean {
  const [a, b] = [one.processStart, other.processStart];
  if (a === null || b === null) return a === b && one.host === other.host;
  return a.boot === b.boot && a.namespace === b.namespace;
}

async function startOfThisProcess(): Promise<ProcessStart | null> {
  try {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    const namespace = await readlink("/proc/self/ns/pid");
    const status = await statusOf(process.pid);
    return status === null ? null : { boot: boot.trim(), namespace, ticks: status.ticks };
  } catch {
    return null;
  }
}

interface ProcessStatus {
  readonly ticks: string;
  readonly ended: boolean;
}

/** Returns a process's status from /proc; null if there is no such process, it is hidden, or there is no /proc. */
async function statusOf(pid: number): Promise<ProcessStatus | null> {
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is a name in brackets that may contain brackets. The third one follows the last bracket.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [state, threads, ticks] = [fields[0], fields[17], fields[19]];
  if (state === undefined || ticks === undefined) return null;
  // A killed process takes signals until its parent has waited for it. While it has threads, they may still write.
  return { ticks, ended: (state === "Z" || state === "X") && Number(threads) <= 1 };
}

function takesSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user rejects the signal, so it exists.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
