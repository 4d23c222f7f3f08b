import { cpus, release, totalmem, type } from "node:os";
import { cores } from "./cores.ts";

/** What was measured on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  /** Whether servers and the load generator have a core each. */
  readonly isPinned: boolean;
}

export function machine(): Machine {
  const all = cpus();
  return {
    processor: all[0]?.model.trim() ?? "unknown",
    cores: all.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    isPinned: cores !== null,
  };
}
