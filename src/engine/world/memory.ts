import { Unavailable } from "../unavailable.ts";

/** Whether there is memory for worlds to grow. */
export interface Memory {
  readonly isFull: boolean;
}

/** For processes that do not watch their memory. */
export const unwatchedMemory: Memory = { isFull: false };

/** Throws `Unavailable` if memory is full. Long work that takes memory asks this between its slices. */
export function assertRoom(memory: Memory | undefined): void {
  if (memory?.isFull) throw outOfMemory();
}

/** What to throw when something would make a world grow and the memory is full. */
export function outOfMemory(): Unavailable {
  return new Unavailable(
    "the sandbox is low on memory, so that no world can grow; delete or reset worlds, or start it with a larger heap (NODE_OPTIONS=--max-old-space-size=<MiB>)",
  );
}
