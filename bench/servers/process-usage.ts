import { readdirSync, readFileSync } from "node:fs";

/** What a process has in memory; null where there is no /proc. */
export function memoryMiB(pid: number): number | null {
  const kib = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}

/** How long the threads of a process have been at work, and the kernel on their behalf; null where there is no /proc. */
export function cpuMs(pid: number): number | null {
  const tasks = `/proc/${pid}/task`;
  try {
    // Nanoseconds on a processor come first.
    const spent = readdirSync(tasks).map((task) => (read(`${tasks}/${task}/schedstat`) ?? "").split(" ")[0] ?? "");
    return spent.every((text) => text === "") ? null : spent.reduce((sum, text) => sum + Number(text), 0) / 1e6;
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
