import { crc32 } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { casesUpTo } from "../../../test/effort.ts";
import { Damaged, NewerFormat } from "../damaged.ts";
import { commit, entry, gather, snapshot, whole } from "../testing/sample-history.ts";
import { type Commit, lastPosition } from "../world-store.ts";
import { LowdbStore } from "./lowdb-store.ts";
import { FakeDisk } from "./testing/fake-disk.ts";

const folder = "/data/worlds/a";
const all: readonly Commit[] = Array.from({ length: 12 }, (_, i) => commit(1 + 2 * i, 2, "x"));
const end = lastPosition(all[11] ?? commit(1, 1));

/** A history in several files, in writes of one, two and three commits; the last write has three of them. */
async function diskWithHistory(): Promise<FakeDisk> {
  const disk = new FakeDisk();
  const { store } = await open(disk);
  await store.create(entry("a"), all.slice(0, 1));
  for (const [from, to] of [
    [1, 3],
    [3, 4],
    [4, 7],
    [7, 8],
    [8, 9],
    [9, 12],
  ]) {
    const group = all.slice(from, to);
    await Promise.all(group.map((one) => store.append("a", one.first - 1, [one])));
  }
  await store.close();
  return disk;
}

async function open(disk: FakeDisk) {
  const notices: string[] = [];
  const onNotice = (text: string) => notices.push(text);
  const store = await LowdbStore.open("/data", { disk, segmentBytes: 1500, onNotice });
  return { store, notices };
}

function journalsOf(disk: FakeDisk): string[] {
  return disk
    .files()
    .filter((path) => path.startsWith(`${folder}/journal-`))
    .sort();
}

/** The same disk with one file changed. */
function changed(disk: FakeDisk, path: string, change: (content: Buffer) => Buffer): FakeDisk {
  const copy = disk.copy();
  copy.put(path, change(copy.contentOf(path)));
  return copy;
}

function flipped(content: Buffer, offset: number, bits: number): Buffer {
  content[offset] = (content[offset] ?? 0) ^ bits;
  return content;
}

function lineAt(content: Buffer, offset: number): number {
  return content.subarray(0, offset).toString("latin1").split("\n").length;
}

function sealedLine(body: string): string {
  return `${crc32(body).toString(16).padStart(8, "0")} ${body}\n`;
}

describe("a journal with one flipped bit", () => {
  let disk: FakeDisk;
  let journals: readonly string[];
  let last: string;

  beforeAll(async () => {
    disk = await diskWithHistory();
    journals = journalsOf(disk);
    last = journals.at(-1) ?? "";
  });

  /** Where the last write of the last file begins: the lines of it say so. */
  const lastWrite = () => {
    const lines = disk.contentOf(last).toString().trimEnd().split("\n");
    return Number(/"synced":(\d+)/.exec(lines.at(-1) ?? "")?.[1]);
  };

  /** Opens a disk with a bit flipped, and tells what it refused, or else what was cut off. */
  const openFlipped = async (flippedDisk: FakeDisk, path: string, line: number) => {
    try {
      const { store, notices } = await open(flippedDisk);
      return { notices, found: await whole(store, "a") };
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      if (error.file !== path || error.line !== line) expect(error).toMatchObject({ file: path, line });
      return null;
    }
  };

  test("is in several files, the last of which ends with a write of several commits", () => {
    expect(journals.length).toBeGreaterThanOrEqual(3);
    const lines = disk.contentOf(last).toString().trimEnd().split("\n");
    expect(lines.filter((line) => line.includes(`"synced":${lastWrite()},`))).toHaveLength(3);
    expect(lines.length).toBeGreaterThan(4);
  });

  test("is refused with file and line, or cut off in the last write, and told", async () => {
    let refused = 0;
    let cut = 0;
    for (const path of journals) {
      const content = disk.contentOf(path);
      for (const byte of casesUpTo(content.length, 3)) {
        const offset = byte - 1;
        const line = lineAt(content, offset);
        const result = await openFlipped(
          changed(disk, path, (bytes) => flipped(bytes, offset, 1 << ((offset * 5) % 8))),
          path,
          line,
        );
        const mayBeTorn = path === last && offset >= lastWrite();
        if (result === null) {
          refused += 1;
          if (mayBeTorn) expect({ offset, mayBeTorn }).toMatchObject({ mayBeTorn: false });
          continue;
        }
        cut += 1;
        if (!mayBeTorn) expect({ path, offset }).toBe("refused");
        const lines = content.toString().trimEnd().split("\n");
        const kept = all.slice(0, all.length - (lines.length - line + 1));
        expect(result.found).toEqual(kept);
        expect(result.notices).toEqual([expect.stringContaining(`${last}: its last `)]);
        expect(result.notices[0]).toContain(`from line ${line} on`);
      }
    }
    expect(refused).toBeGreaterThan(300);
    expect(cut).toBeGreaterThan(150);
  });

  test.each<[string, (lines: string[]) => string[]]>([
    ["missing", ([header = "", , ...rest]) => [header, ...rest]],
    ["there twice", ([header = "", first = "", ...rest]) => [header, first, first, ...rest]],
    ["in the wrong order", ([header = "", first = "", second = "", ...rest]) => [header, second, first, ...rest]],
  ])("so is a whole line that is %s", async (_what, edit) => {
    const [first = ""] = journals;
    const edited = changed(disk, first, (content) => Buffer.from(edit(content.toString().split("\n")).join("\n")));
    await expect(open(edited)).rejects.toMatchObject({ file: first, what: expect.stringContaining("cannot follow") });
  });

  test("is refused wherever it is when there is a snapshot of the end", async () => {
    const withSnapshot = disk.copy();
    const { store } = await open(withSnapshot);
    await store.saveSnapshot("a", snapshot(end));
    const content = disk.contentOf(last);
    for (let offset = 0; offset < content.length; offset += 7) {
      const bad = changed(withSnapshot, last, (bytes) => flipped(bytes, offset, 0x04));
      expect(await openFlipped(bad, last, lineAt(content, offset))).toBeNull();
    }
  });

  test("the refusal is one sentence with the file, the line, and what to do; nothing on disk is changed", async () => {
    const bad = changed(disk, last, (bytes) => flipped(bytes, 200, 0x01));
    const before = journalsOf(bad).map((path) => bad.contentOf(path));
    await expect(open(bad)).rejects.toThrow(
      `${last}, line 2: the line does not match its checksum; restore it from a copy, or move the folder of its world away`,
    );
    expect(journalsOf(bad).map((path) => bad.contentOf(path))).toEqual(before);
  });

  test("that comes later is met by who reads", async () => {
    const copy = disk.copy();
    const opened = await open(copy);
    const first = journals[0] ?? "";
    copy.put(first, flipped(copy.contentOf(first), 600, 0x01));
    await expect(whole(opened.store, "a")).rejects.toMatchObject({ name: "Damaged", file: first });
  });
});

describe("a journal that was cut short", () => {
  /** One whose last write has only one commit. */
  const diskWithLastLine = async () => {
    const disk = await diskWithHistory();
    const { store } = await open(disk);
    const more = commit(end + 1, 2, "last");
    await store.append("a", end, [more]);
    await store.close();
    const path = journalsOf(disk).at(-1) ?? "";
    const content = disk.contentOf(path);
    return { disk, path, more, start: content.subarray(0, -1).lastIndexOf("\n") + 1, size: content.length };
  };

  test("at any byte of its last line: the line is gone, all before it is there, and it goes on", async () => {
    const { disk, path, more, start, size } = await diskWithLastLine();
    expect(size - start).toBeGreaterThan(200);
    for (let cut = start; cut < size; cut += 1) {
      const torn = changed(disk, path, (content) => content.subarray(0, cut));
      const { store, notices } = await open(torn);
      if (cut > start) expect(notices).toEqual([expect.stringContaining(`${path}: its last ${cut - start} bytes`)]);
      else expect(notices).toEqual([]);
      expect(await whole(store, "a")).toEqual(all);
      await store.append("a", end, [more]);
      const again = await open(torn.crash(cut));
      expect(again.notices).toEqual([]);
      expect(await whole(again.store, "a")).toEqual([...all, more]);
    }
  });

  test("before a snapshot of what is missing is refused", async () => {
    const { disk, path, start } = await diskWithLastLine();
    const { store } = await open(disk);
    await store.saveSnapshot("a", snapshot(end + 2));
    for (const cut of [start, start + 50]) {
      const torn = changed(disk, path, (content) => content.subarray(0, cut));
      await expect(open(torn)).rejects.toMatchObject({ name: "Damaged", file: path });
    }
  });

  test("in a file that is not the last one is refused", async () => {
    const disk = await diskWithHistory();
    const [first = ""] = journalsOf(disk);
    const size = disk.contentOf(first).length;
    const lastLine = disk.contentOf(first).subarray(0, -1).lastIndexOf("\n") + 1;
    for (const cut of [0, 1, 100, lastLine, lastLine + 1, size - 1]) {
      const torn = changed(disk, first, (content) => content.subarray(0, cut));
      await expect(open(torn)).rejects.toMatchObject({ name: "Damaged", file: first });
    }
  });

  test("keeps the whole lines of a write before a hole in it", async () => {
    const disk = await diskWithHistory();
    const path = journalsOf(disk).at(-1) ?? "";
    const lines = disk.contentOf(path).toString().split("\n");
    const hole = lines.slice(0, -3).join("\n").length + 5;
    const torn = changed(disk, path, (content) => content.fill(0, hole, hole + 16));
    const { store, notices } = await open(torn);
    expect(await whole(store, "a")).toEqual(all.slice(0, -2));
    expect(notices).toHaveLength(1);
  });
});

describe("the files of a journal", () => {
  test("one that is missing in between is missed", async () => {
    const disk = await diskWithHistory();
    const [first = "", second = ""] = journalsOf(disk);
    await disk.unlink(second);
    await expect(open(disk)).rejects.toMatchObject({
      name: "Damaged",
      file: first,
      what: expect.stringContaining("next file"),
    });
  });

  test("none at all is refused", async () => {
    const disk = await diskWithHistory();
    for (const path of journalsOf(disk)) await disk.unlink(path);
    await expect(open(disk)).rejects.toMatchObject({
      name: "Damaged",
      file: `${folder}/journal-000000000000000.jsonl`,
    });
  });

  test("one of another world is refused", async () => {
    const disk = await diskWithHistory();
    const { store } = await open(disk);
    await store.create(entry("b"), all.slice(0, 1));
    const [first = ""] = journalsOf(disk);
    const other = first.replace("/a/", "/b/");
    disk.put(other, disk.contentOf(first));
    await expect(open(disk)).rejects.toMatchObject({ name: "Damaged", file: other, line: 1 });
  });

  test("one of a newer format is refused with what can be read, and left as it is", async () => {
    const disk = await diskWithHistory();
    const last = journalsOf(disk).at(-1) ?? "";
    disk.put(last, Buffer.from(sealedLine('{"format":2,"world":"a"}')));
    const refused = open(disk);
    await expect(refused).rejects.toThrow(NewerFormat);
    await expect(refused).rejects.toThrow(`${last}: was written by a newer Saldo (format 2); this one reads up to 1`);
  });

  test("what a write of theirs that never ended has left is removed", async () => {
    const disk = await diskWithHistory();
    const left = [
      `${folder}/journal-000000000000099.jsonl.abc.tmp`,
      `${folder}/snapshots/x.tmp`,
      `${folder}/world.json.y.tmp`,
    ];
    for (const path of left) disk.put(path, Buffer.from("half"));
    const { store, notices } = await open(disk);
    expect(disk.files().filter((path) => path.endsWith(".tmp"))).toEqual([]);
    expect(await whole(store, "a")).toEqual(all);
    expect(notices).toEqual([]);
  });

  test("a reading reads only the file that it is asked for", async () => {
    const disk = await diskWithHistory();
    const { store } = await open(disk);
    const before = disk.count("readFile");
    expect(await gather(store.read("a", end - 2))).toEqual(all.slice(-1));
    expect(disk.count("readFile") - before).toBe(1);
  });
});
