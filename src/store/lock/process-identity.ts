import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";

/** What tells a process from every other one, also from a later one that was given the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Null where the system does not tell it, which only Linux does. */
  readonly processStart: ProcessStart | null;
}

export interface ProcessStart {
  /** The run of the kernel: another one after every start of the machine. */
  readonly boot: string;
  /** The containers of a machine count their processes each for itself: the numbers mean something within one of these. */
  readonly namespace: string;
  /** When the process began, in ticks of the kernel's clock since the machine started. */
  readonly ticks: string;
}

/** `unknown` is a process that cannot be asked from here: it runs, or ran, on another machine or in another container. */
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
 * Whether a number of one names the same process for the other. The host's name alone does not say it: containers may
 * share the name of their machine, and machines that share a network drive may all be called `localhost`.
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

/** What /proc tells of a process, or null: it is not there, it is hidden from us, or there is no /proc. */
async function statusOf(pid: number): Promise<ProcessStatus | null> {
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is a name in brackets that may hold anything, brackets too. The third one follows the last bracket.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [state, threads, ticks] = [fields[0], fields[17], fields[19]];
  if (state === undefined || ticks === undefined) return null;
  // A killed process takes signals until its parent has looked at it. But as long as it has threads, they may yet write.
  return { ticks, ended: (state === "Z" || state === "X") && Number(threads) <= 1 };
}

function takesSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user refuses the signal, so it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
