import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOfTests } from "../../../test/folder-of-tests.ts";
import { lockFolder } from "../lock/locked-folder.ts";
import { commits, entry, snapshot } from "../testing/sample-history.ts";
import { realDisk, sharedDisk } from "./disk.ts";
import { LowdbStore } from "./lowdb-store.ts";
import { replaceFile } from "./replace-file.ts";

const folder = folderOfTests();

// Windows has no such modes.
describe.skipIf(process.platform === "win32")("a data folder", () => {
  test("is its owner's alone, with all that is in it", async () => {
    const data = join(folder, "new");
    await makeData(data);
    const found = await modesBelow(data);
    expect([...found.keys()].sort()).toEqual([
      "",
      "lock",
      expect.stringMatching(/^lock.+json$/),
      "worlds",
      "worlds/a",
      "worlds/a/journal-000000000000000.jsonl",
      "worlds/a/snapshots",
      "worlds/a/snapshots/000000000000001.json",
      "worlds/a/world.json",
    ]);
    for (const [name, mode] of found) expect([name, mode]).toEqual([name, /\./.test(name) ? "600" : "700"]);
  });

  test("that is there keeps its mode", async () => {
    const data = join(folder, "volume");
    await mkdir(data);
    await chmod(data, 0o1777);
    await makeData(data);
    const found = await modesBelow(data);
    expect([found.get(""), found.get("worlds"), found.get("worlds/a/world.json")]).toEqual(["1777", "700", "600"]);
  });

  test("is not where a file is written that is to be handed on", async () => {
    await replaceFile(sharedDisk, join(folder, "export.json"), [Buffer.from("{}")]);
    expect((await modesBelow(folder)).get("export.json")).toBe((0o666 & ~process.umask()).toString(8));
  });
});

// Node's own way to make folders never ends there.
test.runIf(process.platform === "linux")("a folder that takes no folders is an error", async () => {
  await expect(realDisk.makeFolder("/proc/saldo/data")).rejects.toMatchObject({ code: "ENOENT" });
});

async function makeData(data: string): Promise<void> {
  await lockFolder(data);
  const store = await LowdbStore.open(data);
  await store.create(entry("a"), commits(1));
  await store.saveSnapshot("a", snapshot(1));
  await store.close();
}

/** The mode of a folder, and of everything below it. */
async function modesBelow(path: string): Promise<ReadonlyMap<string, string>> {
  const names = ["", ...(await readdir(path, { recursive: true }))];
  const modes = names.map(async (name) => [name, ((await stat(join(path, name))).mode & 0o7777).toString(8)] as const);
  return new Map(await Promise.all(modes));
}
