import type { Browser, Page } from "playwright-core";

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
