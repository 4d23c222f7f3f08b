import { readFileSync } from "node:fs";

/** Linux tells both in /proc, where a tick is 10 ms on every platform that Node runs on. */
const tickMs = 10;

/** What a process has in memory; null where there is no /proc. */
export function memoryMiB(pid: number): number | null {
  const kib = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}

/** How long a process has been at work, in all its threads and in the kernel on its behalf; null where there is no /proc. */
export function cpuMs(pid: number): number | null {
  // The name of the program, in brackets, may have spaces in it. After it come the state and ten numbers, then these two.
  const [, user, system] = /\) \S(?: \S+){10} (\d+) (\d+)/.exec(read(`/proc/${pid}/stat`) ?? "") ?? [];
  return user === undefined ? null : (Number(user) + Number(system)) * tickMs;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
