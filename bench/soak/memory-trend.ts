import { setTimeout as wait } from "node:timers/promises";
import type { RunningServer } from "../servers/running-server.ts";
import { spreadOf } from "../spread.ts";

const lookEveryMs = 2_000;
/** What garbage that was not collected yet may make of it. */
const tolerance = 1.15;

/** What a server has in memory, from time to time. */
export class MemoryTrend {
  readonly mebibytes: number[] = [];

  async watch(server: RunningServer, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const now = server.memoryMiB;
      if (now !== null) this.mebibytes.push(now);
      await wait(lookEveryMs);
    }
  }

  /** The middle of the second quarter of the time and of the last, and whether these are the same; null: that cannot be told. */
  get verdict(): { readonly earlyMiB: number; readonly lateMiB: number; readonly isFlat: boolean } | null {
    const quarter = Math.floor(this.mebibytes.length / 4);
    if (quarter === 0) return null;
    const earlyMiB = spreadOf(this.mebibytes.slice(quarter, 2 * quarter)).median;
    const lateMiB = spreadOf(this.mebibytes.slice(-quarter)).median;
    return { earlyMiB, lateMiB, isFlat: lateMiB <= tolerance * earlyMiB };
  }
}
