import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandInProcess } from "../../test/command-in-process.ts";
import { writeReports } from "./report-files.ts";
import { writePidFile } from "./start/background.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "saldo-reports-"));
});
afterEach(() => rm(folder, { recursive: true }));

function* failing(): Generator<string> {
  yield "half";
  throw new Error("no more");
}

test("a report is whole or not there: an older one stays, and no other file is left", async () => {
  const file = join(folder, "run.har");
  await writeFile(file, "older");
  expect(await writeReports([{ file, text: failing }])).toEqual([`${file} cannot be written: no more`]);
  expect([await readFile(file, "utf8"), await readdir(folder)]).toEqual(["older", ["run.har"]]);
});

test("a report replaces the file that a link leads to, with the rights of the older one", async () => {
  const [file, link] = [join(folder, "run.har"), join(folder, "link.har")];
  await writeFile(file, "older");
  await chmod(file, 0o600);
  await symlink(file, link);
  expect(await writeReports([{ file: link, text: () => ["new", "er"] }])).toEqual([]);
  expect([await readFile(file, "utf8"), (await stat(file)).mode & 0o777]).toEqual(["newer", 0o600]);
  expect((await readdir(folder)).toSorted()).toEqual(["link.har", "run.har"]);
});

test("what is no file is written in place", async () => {
  expect(await writeReports([{ file: "/dev/null", text: () => "text" }])).toEqual([]);
  expect(await writeReports([{ file: "/dev/full", text: () => "text" }])).toEqual([
    expect.stringContaining("/dev/full cannot be written: ENOSPC"),
  ]);
});

test.each([
  ["is a folder", "it is a folder; name a file in it"],
  ["is in no folder", "ENOENT: its folder is not there, or takes no files; make one, or name another file"],
  ["is in a file", "ENOTDIR: a part of its path is a file and no folder; name another file"],
  ["is a link to itself", "ELOOP: links of its path lead in a circle; name another file"],
])("every command says in one sentence why a file that %s cannot be written, and the way out", async (kind, reason) => {
  const [plain, loop] = [join(folder, "a.txt"), join(folder, "loop")];
  await writeFile(plain, "");
  await symlink(loop, loop);
  const places: Readonly<Record<string, string>> = {
    "is a folder": folder,
    "is in no folder": join(folder, "no", "x"),
    "is in a file": join(plain, "x"),
    "is a link to itself": loop,
  };
  const { [kind]: file = "" } = places;
  for (const [words, flag] of [
    ["fixture --charges 1 --seed 7", "--output"],
    ["contract --in-process", "--html"],
    ["contract --in-process", "--save-har"],
    ["coverage", "--save-json"],
  ] as const) {
    const { code, stderr } = await commandInProcess([...words.split(" "), flag, file]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(new RegExp(`^error: ${flag} .* cannot be written: `));
    expect(stderr.trimEnd().endsWith(reason)).toBe(true);
  }
  await expect(writePidFile(file)).rejects.toThrow(`--pid-file ${file} cannot be written: ${reason}`);
});

test("the file of a process id is removed at the end only where it is a plain file", async () => {
  const device = join(folder, "device");
  await symlink("/dev/null", device);
  const remove = await writePidFile(device);
  await remove();
  expect(await readlink(device)).toBe("/dev/null");
});
