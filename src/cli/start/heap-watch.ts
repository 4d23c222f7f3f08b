import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Memory } from "../../engine/memory.ts";

/** What the heap has, in bytes. */
export interface Heap {
  readonly used: number;
  readonly limit: number;
}

/** V8 ends the process at the limit; the rest is for reads, deletions, and what grew before a collection showed it. */
const highWaterShare = 0.75;
/** Below this worlds may grow again, so that it does not change back and forth. */
const lowWaterShare = 0.7;

/** While the memory is full hardly anything is allocated, so that V8 might not collect what was deleted for a long time. */
const collectEveryMs = 5_000;

/**
 * Watches the heap of this process. What is used counts right after a full garbage collection, so that garbage does not.
 * `onChange` is told when the memory becomes full and when it no longer is.
 */
export function watchHeap(onChange: (isFull: boolean, heap: Heap) => void): Memory {
  let isFull = false;
  let collecting: NodeJS.Timeout | undefined;
  const look = () => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const isFullNow = used > limit * (isFull ? lowWaterShare : highWaterShare);
    if (isFullNow === isFull) return;
    isFull = isFullNow;
    clearInterval(collecting);
    if (isFull) collecting = setInterval(collectGarbage, collectEveryMs).unref();
    onChange(isFull, { used, limit });
  };
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isFullCollection)) look();
  });
  observer.observe({ entryTypes: ["gc"] });
  return {
    get isFull() {
      return isFull;
    },
  };
}

/** The types of Node leave out what the entries of "gc" have in `detail`. */
function isFullCollection(entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }): boolean {
  return entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
