import { expect, test } from "vitest";
import { type Commit, type Position, WriteFailed } from "../../store/world-store.ts";
import { FailingStore } from "../testing/failing-store.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { kept, stageEntry } from "../testing/stage.ts";
import { CommitLog } from "./commit-log.ts";

/** A log whose writes wait, and may fail. */
async function slowLog() {
  const slow = new SlowStore();
  const store = new FailingStore(slow);
  await store.create(stageEntry, [commit(1)]);
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const log = new CommitLog(store, "w", 1, { onDurable: () => undefined, onFailure });
  slow.pause();
  return { slow, store, log, failures };
}

test("the first failure ends the log: a write that waits behind the one that fails is never tried", async () => {
  const { slow, store, log, failures } = await slowLog();
  store.failAppend(1);
  log.append(commit(2));
  await Promise.resolve();
  log.append(commit(3));
  const durable = log.whenDurable();
  slow.release();
  await expect(durable).rejects.toThrow(WriteFailed);
  expect(store.appends).toBe(1);
  expect(failures.every((error) => error === failures[0])).toBe(true);
  expect(await kept(store)).toEqual([commit(1)]);
});

function commit(first: Position): Commit {
  return { first, at: first, events: [{ type: "TimeReached" }], wall: { at: first } };
}
