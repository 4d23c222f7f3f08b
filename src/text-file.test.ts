import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOfTests } from "../test/folder-of-tests.ts";
import { readTextFile } from "./text-file.ts";

const folder = folderOfTests();

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
  [Buffer.from([0xef, 0xbf, 0xbd, 0x0a, 0xef, 0xbf, 0x61]), "byte 0xEF at line 2"],
  [Buffer.from([0x0d, 0xef, 0xbf]), "byte 0xEF at line 2"],
])("%j is not UTF-8", async (bytes, place) => {
  await expect(read(bytes)).rejects.toThrow(`is not UTF-8: ${place}; save it as UTF-8`);
});

/** Returns ASCII with each character as a number of this many bytes. */
function wide(text: string, width: 2 | 4, isBigEndian: boolean): Buffer {
  const characters = Array.from(text, (character) => {
    const bytes = Buffer.alloc(width);
    if (isBigEndian) bytes.writeUIntBE(character.codePointAt(0) ?? 0, 0, width);
    else bytes.writeUIntLE(character.codePointAt(0) ?? 0, 0, width);
    return bytes;
  });
  return Buffer.concat(characters);
}

test.each([2, 4] as const)("a file of %i bytes a character is called by its encoding", async (width) => {
  for (const isBigEndian of [true, false])
    for (const text of ["a: 1\n", "\ufeffname: São\n", "a"])
      await expect(read(wide(text, width, isBigEndian))).rejects.toThrow(`is UTF-${width * 8}; save it as UTF-8`);
});

test("a zero alone does not make a text UTF-16", async () => {
  expect(await read(Buffer.from("a\0b"))).toBe("a\0b");
});
