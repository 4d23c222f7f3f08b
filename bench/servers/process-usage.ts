import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** What a process has in memory; null where there is no /proc. */
export function memoryMiB(pid: number): number | null {
  const kib = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}

/** The most that a process has had in memory since `forgetPeak`; null where there is no /proc. */
export function peakMemoryMiB(pid: number): number | null {
  const kib = /VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}

/** Where the system does not allow it, the peak stays that of the whole life of the process. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {}
}

export interface Usage {
  /** How long its threads have been at work, and the kernel on their behalf. */
  readonly cpuMs: number;
  /** How long its first thread could have worked, and neither it nor another thread of the process did. */
  readonly waitedMs: number;
}

/** What a process has used; null where there is no /proc. */
export function usageOf(pid: number): Usage | null {
  const tasks = `/proc/${pid}/task`;
  try {
    const threads = readdirSync(tasks).map((task) => {
      // Nanoseconds on a processor, and in its queue. A thread that has just ended has none.
      const [cpu = 0, waited = 0] = (read(`${tasks}/${task}/schedstat`) ?? "").split(" ").map(Number);
      return { isFirst: Number(task) === pid, cpu, waited };
    });
    const sum = (of: (thread: (typeof threads)[number]) => number) =>
      threads.reduce((all, one) => all + of(one), 0) / 1e6;
    const cpuMs = sum(({ cpu }) => cpu);
    return cpuMs === 0 ? null : { cpuMs, waitedMs: sum(({ isFirst, cpu, waited }) => (isFirst ? waited : -cpu)) };
  } catch {
    return null;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
