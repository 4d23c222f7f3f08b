import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readTextFile } from "./text-file.ts";

const folder = mkdtempSync(join(tmpdir(), "saldo-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(bytes: Buffer): Promise<string> {
  const file = join(folder, "a.txt");
  writeFileSync(file, bytes);
  return readTextFile(file);
}

test("a file in UTF-8 is its text, without a byte order mark", async () => {
  expect(await read(Buffer.from("\ufeffSão 日本\n"))).toBe("São 日本\n");
  await expect(read(Buffer.alloc(0))).rejects.toThrow("a.txt is empty");
});

test.each([
  [Buffer.from([0x61, 0x0a, 0x0a, 0xc3]), "byte 0xC3 at line 3"],
  [Buffer.from([0xe6, 0x97, 0xa5, 0x0a, 0xed, 0xa0, 0x80]), "byte 0xED at line 2"],
  [Buffer.from([0x80]), "byte 0x80 at line 1"],
])("%j is not UTF-8", async (bytes, place) => {
  await expect(read(bytes)).rejects.toThrow(`is not UTF-8: ${place}; save it as UTF-8`);
});
