import type { Browser, Page } from "playwright-core";

declare global {
  interface Window {
    measured: { usableMs: number; positions: number[] };
  }
}

/** Measures a page from before it is opened. */
export async function measurePage(page: Page) {
  await page.addInitScript(watch);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("HeapProfiler.enable");
  return {
    /** When the page first painted, and when it showed the balance. */
    async opening(): Promise<{ readonly paintMs: number; readonly usableMs: number }> {
      await page.waitForFunction(() => window.measured.usableMs > 0);
      return page.evaluate(() => ({
        paintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        usableMs: window.measured.usableMs,
      }));
    },
    /** Bytes that the page holds after what it no longer needs is collected. */
    async heapBytes(): Promise<number> {
      await devTools.send("HeapProfiler.collectGarbage");
      return (await devTools.send("Runtime.getHeapUsage")).usedSize;
    },
    /** The positions of a range, the first excluded, that did not arrive in order, or not at all. */
    missedPositions: (after: number, upTo: number) =>
      page.evaluate(
        ({ first, last }) => {
          const arrived = window.measured.positions.filter((position) => position > first && position <= last);
          const wanted = Array.from({ length: last - first }, (_, i) => first + 1 + i);
          return wanted.filter((position, i) => arrived[i] !== position).slice(0, 10);
        },
        { first: after, last: upTo },
      ),
  };
}

/** Runs in the page before its own program. */
function watch(): void {
  window.measured = { usableMs: 0, positions: [] };
  const lookForBalance = () => {
    if (document.querySelector(".figures .money") === null) requestAnimationFrame(lookForBalance);
    else window.measured.usableMs = performance.now();
  };
  requestAnimationFrame(lookForBalance);
  const parse = JSON.parse;
  JSON.parse = (text, reviver) => {
    const value: unknown = parse(text, reviver);
    if (typeof value === "object" && value !== null && "position" in value && "commandEnd" in value) {
      window.measured.positions.push(Number(value.position));
    }
    return value;
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds, which does not count what other programs of the machine take. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Records the tasks of the browser until they are asked for. */
export async function traceTasks(browser: Browser, page: Page) {
  await browser.startTracing(page, { categories: ["toplevel"] });
  return {
    /** The processor time of the longest task of a page's main thread. */
    async longestTaskMs(): Promise<number> {
      const trace = await browser.stopTracing();
      const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
      const threads = traceEvents.filter(({ args }) => args?.name === "CrRendererMain");
      const isMain = ({ pid, tid }: TraceEvent) => threads.some((thread) => thread.pid === pid && thread.tid === tid);
      const times = traceEvents.filter(isMain).flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1_000]));
      return times.length === 0 ? Number.NaN : times.reduce((most, ms) => Math.max(most, ms), 0);
    },
  };
}
