import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * One core for what is measured and another for the load generator, so that they do not take each other's time. Null where
 * there is only one, or nothing to pin a process with.
 */
export const cores: { readonly server: number; readonly load: number } | null = pin();

/** A command that runs on the core of the servers. */
export function onServerCore(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return cores === null ? command : ["taskset", "-c", String(cores.server), ...command];
}

/** Puts this process, which asks, on its core. */
function pin() {
  try {
    const allowed = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "";
    const numbers = allowed.split(",").flatMap(range);
    const [server, load] = [numbers[0], numbers[1]];
    if (server === undefined || load === undefined) return null;
    execFileSync("taskset", ["-acp", String(load), String(process.pid)], { stdio: "ignore" });
    return { server, load };
  } catch {
    return null;
  }
}

/** The cores of `0-3`, or of `2`. */
function range(text: string): number[] {
  const [first = Number.NaN, last = first] = text.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
