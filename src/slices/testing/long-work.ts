import { performance } from "node:perf_hooks";

/** The number of the present turn of the event loop. */
export function turn(): number {
  return performance.nodeTiming.uvMetricsInfo.loopCount;
}

/** Works for longer than a slice, and returns the turn in which that was. */
export function longWork(): number {
  const end = performance.now() + 6;
  while (performance.now() < end);
  return turn();
}
