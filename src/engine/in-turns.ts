import { setImmediate as nextTurn } from "node:timers/promises";
import type { Commit } from "../store/world-store.ts";
import { sliceMs } from "./work-slice.ts";

const commitsPerTurn = 1_000;

/** Reads a long history in turns, so that other worlds answer meanwhile. */
export async function* inTurns(commits: AsyncIterable<Commit>): AsyncIterable<Commit> {
  let read = 0;
  for await (const commit of commits) {
    yield commit;
    read += 1;
    if (read % commitsPerTurn === 0) await nextTurn();
  }
}

/** Does long work in turns; the steps must be short. */
export async function stepByStep<T>(steps: Generator<void, T>): Promise<T> {
  for (let end = performance.now() + sliceMs; ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await nextTurn();
    end = performance.now() + sliceMs;
  }
}
