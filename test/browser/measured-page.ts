import type { Page } from "playwright-core";

declare global {
  interface Window {
    positions: number[];
  }
}

/** Measures a page from before it is opened. */
export async function measurePage(page: Page) {
  await page.addInitScript(notePositions);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("HeapProfiler.enable");
  return {
    /** Bytes that the page holds after what it no longer needs is collected. */
    async heapBytes(): Promise<number> {
      await devTools.send("HeapProfiler.collectGarbage");
      return (await devTools.send("Runtime.getHeapUsage")).usedSize;
    },
    /** The positions of a range, the first excluded, that did not arrive in order, or not at all. */
    missedPositions: (after: number, upTo: number) =>
      page.evaluate(
        ({ first, last }) => {
          const arrived = window.positions.filter((position) => position > first && position <= last);
          const wanted = Array.from({ length: last - first }, (_, i) => first + 1 + i);
          return wanted.filter((position, i) => arrived[i] !== position).slice(0, 10);
        },
        { first: after, last: upTo },
      ),
  };
}

/** Runs in the page before its own program. */
function notePositions(): void {
  window.positions = [];
  const parse = JSON.parse;
  JSON.parse = (text, reviver) => {
    const value: unknown = parse(text, reviver);
    if (typeof value === "object" && value !== null && "position" in value && "commandEnd" in value) {
      window.positions.push(Number(value.position));
    }
    return value;
  };
}
