import { executionAsyncResource } from "node:async_hooks";

const kept: object[] = [];

/**
 * Keeps one of the objects that `process.nextTick` makes. When a full collection of the garbage finds none of them, V8
 * forgets their form and never learns it again: each takes seven times as long from then on. A request has seven of them.
 */
export function keepTick(): void {
  process.nextTick(() => {
    kept.push(executionAsyncResource());
  });
}
