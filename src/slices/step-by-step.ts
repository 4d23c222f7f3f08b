import { setImmediate as nextTurn } from "node:timers/promises";

/** All long work of one turn of the event loop together takes about this time; then requests get a turn. */
const SLICE_MS = 5;

/** When the long work of this turn must stop; null before it begins. */
let endsAt: number | null = null;

/** Those that wait for a slice, the first that came first. */
const waiting: (() => void)[] = [];

/** Returns whether the long work of this turn must stop, whichever it is. Many works would otherwise add up. */
export function isSliceOver(): boolean {
  return performance.now() >= (endsAt ?? beginSlice());
}

/** Resolves in a later turn, with a slice of its own. One work continues in a turn, first come, first served. */
export function nextSlice(): Promise<void> {
  if (endsAt === null) beginSlice();
  return new Promise((resolve) => waiting.push(resolve));
}

function beginSlice(): number {
  void nextTurn().then(endSlice);
  endsAt = performance.now() + SLICE_MS;
  return endsAt;
}

function endSlice(): void {
  endsAt = null;
  const next = waiting.shift();
  if (next === undefined) return;
  beginSlice();
  next();
}

/** Does long work in slices. Each step must be short. What `betweenSlices` throws ends the work. */
export async function stepByStep<T>(steps: Generator<unknown, T>, betweenSlices = () => {}): Promise<T> {
  for (;;) {
    if (isSliceOver()) {
      await nextSlice();
      betweenSlices();
    }
    const { done, value } = steps.next();
    if (done) return value;
  }
}
