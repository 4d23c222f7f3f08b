import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { hasCode } from "../lowdb/disk.ts";

/** The process that has locked a folder, as its claim describes it. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** The start of that process: ISO 8601 in UTC, by its own machine's clock. */
  readonly startedAt: string;
  /** Tells it from later processes with the same number. Null on systems that do not tell; only Linux does. */
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

export async function ownHolder(): Promise<Holder> {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  return { pid: process.pid, host: hostname(), startedAt, processStart: await startOfThisProcess() };
}

/** Returns the holder that a claim names. Returns null for an empty or damaged claim, which a power loss can leave. */
export function parseHolder(claim: string): Holder | null {
  try {
    const { pid, host, startedAt, processStart }: Readonly<Record<string, unknown>> = Object(JSON.parse(claim));
    // Zero and negative numbers would mean groups of processes.
    if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0) return null;
    if (typeof host !== "string" || typeof startedAt !== "string") return null;
    if (processStart === null) return { pid, host, startedAt, processStart };
    const { boot, namespace, ticks }: Readonly<Record<string, unknown>> = Object(processStart);
    if (typeof boot !== "string" || typeof namespace !== "string" || typeof ticks !== "string") return null;
    return { pid, host, startedAt, processStart: { boot, namespace, ticks } };
  } catch {
    return null;
  }
}

/** `unknown` is a process of another machine or container, which cannot be asked from here. */
export async function lifeOf(asked: Holder): Promise<"alive" | "dead" | "unknown"> {
  if (!countedTogether(asked, await ownHolder())) return "unknown";
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
function countedTogether(one: Holder, other: Holder): boolean {
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

/** Returns a process's status from /proc; null if there is no such process, it is hidden, or there is no /proc. */
async function statusOf(pid: number): Promise<{ readonly ticks: string; readonly ended: boolean } | null> {
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
    return hasCode(error, "EPERM");
  }
}
