import { setImmediate as nextTurn } from "node:timers/promises";
import { WrappedStore } from "../../src/engine/testing/wrapped-store.ts";
import type { WorldStore } from "../../src/store/world-store.ts";

/** Turns that a write takes: enough for requests that are sent together to arrive before it is done. */
const turnsPerWrite = 50;

/** Keeps worlds in memory, and takes its time for each write, as a disk would. */
export class SlowStore extends WrappedStore {
  override async append(...write: Parameters<WorldStore["append"]>): Promise<void> {
    for (let turn = 0; turn < turnsPerWrite; turn += 1) await nextTurn();
    return super.append(...write);
  }
}
