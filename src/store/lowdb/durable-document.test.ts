import { Low } from "lowdb";
import { describe, expect, test, vi } from "vitest";
import { Damaged, NewerFormat } from "../damaged.ts";
import { type Content, sealed, unsealed } from "../sealed.ts";
import { DurableDocument } from "./durable-document.ts";
import { FakeDisk } from "./testing/fake-disk.ts";

interface Note {
  readonly text: string;
  readonly numbers: readonly number[];
}

const note: Note = { text: "ação 🙂 \u2028 __proto__", numbers: [0, -1.5, 1e21, Number.MAX_SAFE_INTEGER] };
const path = "/note.json";

function documentOn(disk: FakeDisk): DurableDocument<Note> {
  return new DurableDocument(disk, path, parseNote);
}

function parseNote({ text, numbers }: Content): Note | null {
  return typeof text === "string" && Array.isArray(numbers) ? { text, numbers } : null;
}

async function diskWithNote(): Promise<FakeDisk> {
  const disk = new FakeDisk();
  await documentOn(disk).write(note);
  return disk;
}

describe("a durable document", () => {
  test("is null before it is written, and what was written afterwards, as lowdb reads it", async () => {
    const disk = new FakeDisk();
    const low = new Low(documentOn(disk), { text: "none", numbers: [] });
    await low.read();
    expect(low.data.text).toBe("none");
    low.data = note;
    await low.write();
    const again = new Low(documentOn(disk), { text: "none", numbers: [] });
    await again.read();
    expect(again.data).toEqual(note);
  });

  test("is JSON that people can read, with its format and checksum", async () => {
    const text = (await diskWithNote()).contentOf(path).toString();
    expect(text).toMatch(/^\{\n {2}"format": 1,\n {2}"checksum": "[0-9a-f]{64}",\n {2}"text": "ação/);
    expect(text.endsWith("}\n")).toBe(true);
  });

  test("of writes at a time the last one stays, however slow the first one is", async () => {
    const disk = new FakeDisk();
    vi.spyOn(disk, "open").mockImplementationOnce(async (...given) => {
      for (let i = 0; i < 100; i += 1) await Promise.resolve();
      return disk.open(...given);
    });
    const document = documentOn(disk);
    await Promise.all([1, 2, 3].map((number) => document.write({ text: "x", numbers: [number] })));
    expect((await document.read())?.numbers).toEqual([3]);
  });

  test("with a flipped bit anywhere is refused by its name, or says the same", async () => {
    const disk = await diskWithNote();
    const content = disk.contentOf(path);
    let refused = 0;
    for (let offset = 0; offset < content.length; offset += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const bad = Buffer.from(content);
        bad[offset] = (bad[offset] ?? 0) ^ (1 << bit);
        disk.put(path, bad);
        const read = await documentOn(disk)
          .read()
          .catch((error: unknown) => error);
        if (read instanceof Damaged || read instanceof NewerFormat) {
          expect(read.message.startsWith(`${path}: `)).toBe(true);
          refused += 1;
        } else expect(read).toEqual(note);
      }
    }
    expect(refused).toBeGreaterThan(content.length * 7);
  });
});

describe("a sealed document", () => {
  test("is the same after it was parsed, however it is indented, with its format and checksum anywhere", () => {
    const { format, checksum, ...content } = sealed(note);
    for (const indent of [undefined, 4]) {
      const text = JSON.stringify({ ...content, checksum, format }, null, indent);
      expect(unsealed(JSON.parse(text))).toEqual({ content: note });
    }
  });

  test.each<[string, unknown]>([
    ["is not an object", null],
    ["has no format that Saldo knows", note],
    ["has no format that Saldo knows", { ...sealed(note), format: "1" }],
    ["was written by a newer Saldo (format 7); this one reads up to 1", { format: 7 }],
    ["has no checksum", { format: 1, ...note }],
    ["does not match its checksum", { ...sealed(note), text: "other" }],
    ["does not match its checksum", { ...sealed(note), more: 1 }],
    ["does not match its checksum", { ...sealed(note), checksum: "0".repeat(64) }],
  ])("%s", (problem, document) => {
    expect(unsealed(document)).toMatchObject({ problem });
  });

  test("what a text says of the prototype is content", () => {
    const document: unknown = JSON.parse('{"format":1,"checksum":"x","__proto__":{"a":1}}');
    expect(unsealed(document)).toEqual({ problem: "does not match its checksum" });
    const content = JSON.parse('{"__proto__":{"a":1}}');
    expect(unsealed(JSON.parse(JSON.stringify(sealed(content))))).toEqual({ content });
  });
});
