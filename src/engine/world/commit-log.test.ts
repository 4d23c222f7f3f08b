import { describe, expect, test } from "vitest";
import { type Commit, Conflict, type Position, WriteFailed } from "../../store/world-store.ts";
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

describe("while a write is under way", () => {
  test("the commits of one slice go together, and those that come later gather for one more write", async () => {
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

  test("answers leave in order, each when what it waits for is durable", async () => {
    const { store, log, left } = await slowLog();
    log.append(commit(2));
    left.watch("first", Promise.resolve(log.whenDurable()));
    await store.someoneWaits();
    left.watch("look at the first", Promise.resolve(log.whenDurable()));
    log.append(commit(3));
    left.watch("second", Promise.resolve(log.whenDurable()));
    left.watch("look at both", Promise.resolve(log.whenDurable()));
    await quiet();
    expect(left.left).toEqual([]);
    store.releaseOne();
    await store.someoneWaits();
    expect(left.left).toEqual(["first: undefined", "look at the first: undefined"]);
    store.releaseOne();
    await quiet();
    expect(left.left.slice(2)).toEqual(["second: undefined", "look at both: undefined"]);
  });
});

describe("the first failure ends the log", () => {
  test("everything pending fails with it, and so does everything that comes later", async () => {
    const { slow, store, log, failures, left } = await failingLog();
    slow.pause();
    log.append(commit(2));
    left.watch("durable", Promise.resolve(log.whenDurable()));
    await slow.someoneWaits();
    store.failAppend(1);
    for (const first of [3, 4]) {
      log.append(commit(first));
      left.watch(`pending ${first}`, Promise.resolve(log.whenDurable()));
    }
    slow.release();
    await quiet();
    expect(left.left).toEqual(["durable: undefined", "pending 3 failed: WriteFailed", "pending 4 failed: WriteFailed"]);
    left.watch("look", Promise.resolve(log.whenDurable()));
    log.append(commit(3));
    left.watch("late", Promise.resolve(log.whenDurable()));
    await quiet();
    expect(left.left.slice(3)).toEqual(["look failed: WriteFailed", "late failed: WriteFailed"]);
    expect(failures[0]).toBeInstanceOf(WriteFailed);
    expect(store.appends).toBe(2);
    expect(await kept(store)).toEqual([1, 2].map((first) => commit(first)));
  });

  test("a write that waits behind the one that fails is never tried", async () => {
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

  test("a history that ends elsewhere is a conflict", async () => {
    const { store, failures } = await failingLog();
    const log = new CommitLog(store, "w", 7, watching(failures));
    log.append(commit(8));
    await expect(log.whenDurable()).rejects.toThrow(Conflict);
    expect(failures).toEqual([expect.any(Conflict)]);
  });
});

function watching(failures: unknown[]) {
  return { onDurable: () => undefined, onFailure: (error: unknown) => void failures.push(error) };
}

function commit(first: Position, length = 1): Commit {
  const events = Array.from({ length }, () => ({ type: "TimeReached" }) as const);
  return { first, at: first, events, wall: { at: first } };
}
