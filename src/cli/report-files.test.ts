import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeReports } from "./report-files.ts";

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
