import { mkdtemp, readFile, rename, rm, truncate, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commit, commits, entry } from "../testing/sample-history.ts";
import { WriteFailed } from "../world-store.ts";
import { LowdbStore } from "./lowdb-store.ts";
import { FakeDisk } from "./testing/fake-disk.ts";

let data: string;
let store: LowdbStore;
const journal = "journal-000000000000000.jsonl";

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "saldo-removal-"));
  store = await LowdbStore.open(data);
  await store.create(entry("open"), commits(1));
  await store.create(entry("closed"), commits(1));
  await store.append("open", 1, [commit(2, 1)]);
});
afterEach(async () => {
  await store.close();
  await rm(data, { recursive: true });
});

describe("what somebody removes while it is in use is found", () => {
  const removals: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    ["a journal that is open", () => unlink(path("open", journal)), join("open", journal)],
    ["a journal that is not open", () => unlink(path("closed", journal)), join("closed", journal)],
    ["a journal in the place of which there is a copy", copyJournal, join("open", journal)],
    ["the folder of a world", () => rm(path("open"), { recursive: true }), "open"],
    ["the folder of a world that is not written to", () => rm(path("closed"), { recursive: true }), "closed"],
    ["a folder that has another name now", () => rename(path("open"), path("elsewhere")), "open"],
    ["the folder of all worlds", () => rm(path(), { recursive: true }), ""],
  ];

  test.each(removals)("%s", async (_what, remove, found) => {
    expect(await store.removedPath()).toBe(null);
    await remove();
    expect(await store.removedPath()).toBe(path(found));
  });

  test("a journal that is not open is missed when it is written to, and is not made again", async () => {
    await unlink(path("closed", journal));
    await expect(store.append("closed", 1, [commit(2, 1)])).rejects.toThrow(WriteFailed);
    await expect(readFile(path("closed", journal))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a journal that was cut while it was not open is not written to", async () => {
    await truncate(path("closed", journal), 60);
    const appended = store.append("closed", 1, [commit(2, 1)]);
    await expect(appended).rejects.toMatchObject({ name: "WriteFailed", cause: { name: "Damaged" } });
    expect((await readFile(path("closed", journal))).length).toBe(60);
  });

  function path(...parts: readonly string[]): string {
    return join(data, "worlds", ...parts);
  }

  async function copyJournal(): Promise<void> {
    const copied = await readFile(path("open", journal));
    await unlink(path("open", journal));
    await writeFile(path("open", journal), copied);
  }
});

test("what the store itself makes, renames and removes meanwhile is no reason to worry", async () => {
  const disk = new FakeDisk();
  const busy = await LowdbStore.open("/data", { disk, segmentBytes: 1500 });
  await busy.create(entry("a"), commits(1));
  let isOver = false;
  let looks = 0;
  const looking = (async () => {
    for (; !isOver; looks += 1) {
      expect(await busy.removedPath().catch(() => null)).toBe(null);
      // This disk takes no time, so without a break nothing else would ever happen.
      if (looks % 100 === 99) await nextTurn();
    }
  })();
  for (let round = 1; round <= 20; round += 1) {
    await Promise.all([
      busy.append("a", round, [commit(round + 1, 1)]),
      busy.create(entry("b"), commits(1)).then(() => busy.append("b", 1, [commit(2, 1)])),
    ]);
    disk.fail(disk.made.length + round, { code: "EIO" });
    await busy.delete("b").catch(() => {});
    disk.heal();
    await busy.delete("b");
  }
  isOver = true;
  await looking;
  expect(looks).toBeGreaterThan(20);
});
