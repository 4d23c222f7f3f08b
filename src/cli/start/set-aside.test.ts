import { cp, mkdtemp, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { folderOfTests } from "../../../test/folder-of-tests.ts";
import { type Disk, realDisk } from "../../store/lowdb/disk.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import { commits, entry, whole } from "../../store/testing/sample-history.ts";
import { setAside } from "./set-aside.ts";

const folder = folderOfTests();
let parent: string;
let data: string;

beforeAll(async () => {
  const store = await LowdbStore.open(join(folder, "begun"));
  await store.create(entry("a"), commits(2, 1));
  await store.close();
});
beforeEach(async () => {
  parent = await mkdtemp(join(folder, "test-"));
  data = join(parent, "data");
  await cp(join(folder, "begun"), data, { recursive: true });
});

/** Whether the world is in the folder, with all of its history. */
async function hasWorld(folder: string): Promise<boolean> {
  try {
    const store = await LowdbStore.open(folder, { isRead: true });
    const history = await whole(store, "a");
    return JSON.stringify(history) === JSON.stringify(commits(2, 1));
  } catch {
    return false;
  }
}

/** All folders that may have the world by now. */
async function places(): Promise<readonly string[]> {
  const [beside, within] = [await readdir(parent), await readdir(data)];
  return [...beside.map((name) => join(parent, name)), ...within.map((name) => join(data, name))];
}

test("what is a mount point keeps it within itself", async () => {
  const mounted: Disk = {
    ...realDisk,
    rename: async (from, to) => {
      if (dirname(dirname(to)) === parent && !to.startsWith(`${data}/`)) {
        throw Object.assign(new Error("cross-device link not permitted"), { code: "EXDEV" });
      }
      await realDisk.rename(from, to);
    },
  };
  const aside = await setAside(data, mounted);
  expect(dirname(aside ?? "")).toBe(data);
  expect(await hasWorld(aside ?? "")).toBe(true);
  expect(await readdir(parent)).toEqual(["data"]);
  expect(await readdir(data)).toEqual([aside?.slice(data.length + 1)]);
});

/** A disk that does this many things, and then nothing any more, as when the process is killed. */
function dyingDisk(steps: number): Disk {
  let left = steps;
  const dying = { ...realDisk };
  for (const name of ["open", "rename", "unlink", "mkdir", "syncFolder"] as const) {
    const work: (...parts: never[]) => Promise<unknown> = realDisk[name];
    Object.assign(dying, {
      [name]: async (...parts: never[]) => {
        left -= 1;
        if (left < 0) throw new Error("killed");
        return work(...parts);
      },
    });
  }
  return dying;
}

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])("nothing is lost when it is killed after %i steps", async (steps) => {
  await setAside(data, dyingDisk(steps)).catch((error: Error) => expect(error.message).toBe("killed"));
  const having = await Promise.all((await places()).map(hasWorld));
  expect(having.filter(Boolean)).toHaveLength(1);
  await setAside(data);
  expect(await readdir(data)).toEqual([]);
  expect((await Promise.all((await places()).map(hasWorld))).filter(Boolean)).toHaveLength(1);
});
