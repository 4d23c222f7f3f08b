import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandInProcess } from "../../../test/command-in-process.ts";
import { folderOfTests } from "../../../test/folder-of-tests.ts";

const entry = {
  startedDateTime: "2026-03-02T12:00:00.000Z",
  request: { method: "GET", url: "https://shop.dev/cart" },
  response: { status: 200 },
};
const har = (...entries: readonly object[]) => JSON.stringify({ log: { entries } });

const file = join(folderOfTests(), "traffic.har");

test.each([
  ["{", [], "the file is not JSON"],
  ["{}", [], "the file has no list log.entries"],
  [har(), [], "log.entries is empty: nothing was recorded"],
  [har({ ...entry, response: {} }), [], "log.entries[0].response has no status"],
  [har({ ...entry, startedDateTime: "+010000-01-01T00:00:00Z" }), [], "log.entries[0] ends after the year 9999"],
  [har({ ...entry, time: 1e300 }), [], "log.entries[0] ends after the year 9999"],
  [har(entry), [], "none of the 1 recorded requests is one of the interface; they went to https://shop.dev"],
  [har(entry), ["--allow", "open"], "--har only reads what was recorded"],
  [har(entry), ["--in-process"], "say what to use with one of"],
])("refuses the recording %s with %j", async (text, flags, message) => {
  await writeFile(file, text);
  const { code, stderr } = await commandInProcess(["contract", "--har", file, ...flags]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
