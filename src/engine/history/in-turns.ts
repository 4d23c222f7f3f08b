import { setImmediate as nextTurn } from "node:timers/promises";
import type { Commit } from "../../store/world-store.ts";

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
