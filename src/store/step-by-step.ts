import { setImmediate as nextTurn } from "node:timers/promises";

/** Other work gets a slice after this time. */
const SLICE_MS = 5;

/** Does long work in slices. Each step must be short. What `betweenSlices` throws ends the work. */
export async function stepByStep<T>(steps: Generator<unknown, T>, betweenSlices = () => {}): Promise<T> {
  for (let end = performance.now() + SLICE_MS; ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await nextTurn();
    betweenSlices();
    end = performance.now() + SLICE_MS;
  }
}
