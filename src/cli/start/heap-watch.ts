import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Memory } from "../../engine/world/memory.ts";

/** Bytes of the heap that long-lived objects take, and the limit at which V8 ends the process. */
export interface Heap {
  readonly used: number;
  readonly limit: number;
}

/** The rest is for reads and deletions, and for growth until the next collection. */
const HIGH_WATER_SHARE = 0.75;
/** Worlds can grow again below this; lower, so that the state does not flicker. */
const LOW_WATER_SHARE = 0.7;

/** V8 counts the young generation into the limit of the heap: three semi-spaces of 64 MiB. */
const MAX_YOUNG_BYTES = 3 * 64 * 1024 * 1024;

/** While worlds cannot grow, little is allocated, and V8 might not collect deleted worlds for a long time. */
const MIN_COLLECT_PAUSE_MS = 5_000;
/** A collection of a large heap blocks all requests for seconds, so it is limited to a twentieth of the time. */
const PAUSE_PER_COLLECTION = 20;

/**
 * Watches the heap of this process, right after full collections, so that garbage does not count. Calls `onChange` when the
 * memory becomes full and when it no longer is.
 */
export function watchHeap(onChange: (isFull: boolean, heap: Heap) => void): Memory {
  let isFull = false;
  let collecting: NodeJS.Timeout | undefined;
  const collectAfter = (pauseMs: number): void => {
    collecting = setTimeout(() => {
      const begun = performance.now();
      collectGarbage();
      collectAfter(Math.max(MIN_COLLECT_PAUSE_MS, PAUSE_PER_COLLECTION * (performance.now() - begun)));
    }, pauseMs).unref();
  };
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some(isFullCollection)) return;
    const heap = readHeap();
    const isFullNow = heap.used > heap.limit * (isFull ? LOW_WATER_SHARE : HIGH_WATER_SHARE);
    if (isFullNow === isFull) return;
    isFull = isFullNow;
    clearTimeout(collecting);
    if (isFull) collectAfter(MIN_COLLECT_PAUSE_MS);
    onChange(isFull, heap);
  });
  observer.observe({ entryTypes: ["gc"] });
  return {
    get isFull() {
      return isFull;
    },
  };
}

function readHeap(): Heap {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => !name.startsWith("new_"));
  const used = old.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
  const { heap_size_limit: limit } = getHeapStatistics();
  return { used, limit: limit > MAX_YOUNG_BYTES ? limit - MAX_YOUNG_BYTES : limit / 2 };
}

/** Node's types lack the `detail` of these entries. */
function isFullCollection(entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }): boolean {
  return entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
