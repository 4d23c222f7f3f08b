import { describe, expect, test } from "vitest";
import { FakeDisk } from "./fake-disk.ts";

const seeds = Array.from({ length: 60 }, (_, i) => i);

async function written(disk: FakeDisk, path: string, text: string) {
  const file = await disk.open(path, "wx");
  await file.write(Buffer.from(text), 0);
  return file;
}

/** What there is of a file after crashes that end in different ways; null where it is not there. */
function outcomes(disk: FakeDisk, path: string): Set<string | null> {
  return new Set(
    seeds.map((seed) => {
      const left = disk.crash(seed);
      return left.files().includes(path) ? left.contentOf(path).toString() : null;
    }),
  );
}

describe("the disk that tests put under a store", () => {
  test("may lose a name that was not synced, though the content was", async () => {
    const disk = new FakeDisk();
    await (await written(disk, "/a", "hello")).sync();
    expect(outcomes(disk, "/a")).toEqual(new Set(["hello", null]));
  });

  test("may lose, cut and riddle content that was not synced", async () => {
    const disk = new FakeDisk();
    await written(disk, "/a", "x".repeat(64));
    await disk.syncFolder("/");
    const found = outcomes(disk, "/a");
    expect(found).toContain("");
    expect(found).toContain("x".repeat(64));
    expect([...found].some((text) => /^x+\0+x+$/.test(text ?? ""))).toBe(true);
    expect([...found].some((text) => /^x{1,63}$/.test(text ?? ""))).toBe(true);
  });

  test("loses for good what a failed sync did not write: here the second half", async () => {
    const disk = new FakeDisk();
    const file = await written(disk, "/a", "hello");
    await disk.syncFolder("/");
    disk.fail(disk.made.length + 1, { code: "EIO" });
    await expect(file.sync()).rejects.toMatchObject({ code: "EIO" });
    await file.sync();
    expect(disk.contentOf("/a").toString()).toBe("hello");
    expect(outcomes(disk, "/a")).toEqual(new Set(["hel\0\0"]));
  });

  test("renames at once or not at all", async () => {
    const disk = new FakeDisk();
    for (const name of ["/new", "/old"]) await (await written(disk, name, name)).sync();
    await disk.syncFolder("/");
    await disk.rename("/new", "/old");
    expect(outcomes(disk, "/old")).toEqual(new Set(["/new", "/old"]));
  });

  test("answers nothing any more after the power has failed", async () => {
    const disk = new FakeDisk();
    disk.fail(2, "crash");
    await disk.readdir("/");
    await expect(disk.mkdir("/a")).rejects.toThrow("power");
    await expect(disk.readdir("/")).rejects.toThrow("power");
    expect(await disk.crash(0).readdir("/")).toEqual([]);
  });
});
