import { expect, test } from "vitest";
import { type Commit, type Position, WriteFailed } from "../../store/world-store.ts";
import { FailingStore } from "../testing/failing-store.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { kept, stageEntry } from "../testing/stage.ts";
import { Departures, quiet } from "../testing/waiting.ts";
import { CommitLog } from "./commit-log.ts";

async function slowLog() {
  const store = new SlowStore();
  await store.create(stageEntry, [commit(1)]);
  const failures: unknown[] = [];
  const log = new CommitLog(store, "w", 1, watching(failures));
  store.pause();
  return { store, log, failures, left: new Departures() };
}

async function failingLog() {
  const slow = new SlowStore();
  const store = new FailingStore(slow);
  await store.create(stageEntry, [commit(1)]);
  const failures: unknown[] = [];
  const log = new CommitLog(store, "w", 1, watching(failures));
  return { slow, store, log, failures, left: new Departures() };
}

test("while a write is under way the commits of one slice go together, and those that come later gather for one more write", async () => {
  const { store, log } = await slowLog();
  const sizes: number[] = [];
  const { append } = store.inner;
  store.inner.append = (id, after, commits) => {
    sizes.push(commits.length);
    return append.call(store.inner, id, after, commits);
  };
  for (const first of [2, 3]) log.append(commit(first));
  await store.someoneWaits();
  for (const first of [4, 5, 6]) log.append(commit(first));
  await quiet();
  expect({ sizes, waiting: store.waiting }).toEqual({ sizes: [2], waiting: 1 });
  store.release();
  await log.whenDurable();
  expect(sizes).toEqual([2, 3]);
  expect(await kept(store)).toEqual([1, 2, 3, 4, 5, 6].map((first) => commit(first)));
});

test("the first failure ends the log: a write that waits behind the one that fails is never tried", async () => {
  const { slow, store, log, failures } = await failingLog();
  slow.pause();
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

function watching(failures: unknown[]) {
  return { onDurable: () => undefined, onFailure: (error: unknown) => void failures.push(error) };
}

function commit(first: Position, length = 1): Commit {
  const events = Array.from({ length }, () => ({ type: "TimeReached" }) as const);
  return { first, at: first, events, wall: { at: first } };
}
