import type { Chance } from "./chance.ts";

/** How much of a write the disk keeps or loses at a time when the power fails: smaller than a line, to be hard. */
const sectorBytes = 16;

/** A file's content as its processes see it, and as it would be after a loss of power. */
export class FakeFile {
  #seen: Buffer = Buffer.alloc(0);
  #kept: Buffer = Buffer.alloc(0);
  #dirty: { readonly from: number; readonly to: number }[] = [];

  static of(content: Uint8Array): FakeFile {
    const file = new FakeFile();
    file.#seen = Buffer.from(content);
    file.#kept = Buffer.from(content);
    return file;
  }

  get content(): Buffer {
    return this.#seen;
  }

  write(bytes: Uint8Array, position: number): void {
    const to = position + bytes.length;
    if (to > this.#seen.length) this.#seen = resized(this.#seen, to);
    this.#seen.set(bytes, position);
    this.#dirty.push({ from: position, to });
  }

  truncate(size: number): void {
    this.#seen = resized(this.#seen, size);
    this.#dirty = this.#dirty.map(({ from, to }) => ({ from: Math.min(from, size), to: Math.min(to, size) }));
  }

  sync(): void {
    this.#kept = resized(this.#kept, this.#seen.length);
    for (const { from, to } of this.#dirty) this.#kept.set(this.#seen.subarray(from, to), from);
    this.#dirty = [];
  }

  /** As on Linux: what could not be written counts as written from now on, and no later call tries it again. */
  failSync(): void {
    const halves = this.#dirty.map(({ from, to }) => ({ from, to: from + Math.ceil((to - from) / 2) }));
    this.#kept = resized(this.#kept, Math.max(this.#kept.length, ...halves.map(({ to }) => to)));
    for (const { from, to } of halves) this.#kept.set(this.#seen.subarray(from, to), from);
    this.#dirty = [];
  }

  /** What is left after a loss of power: of what was not durable some, cut anywhere, and with holes. */
  afterCrash(chance: Chance): FakeFile {
    const sizes = [this.#kept.length, this.#seen.length].sort((a, b) => a - b);
    const [least = 0, most = 0] = sizes;
    const size = chance.pick([this.#kept.length, this.#seen.length, least + chance.below(most - least + 1)]);
    const left = resized(this.#kept, size);
    for (const { from, to } of this.#dirty) {
      for (let at = from; at < Math.min(to, size); at += sectorBytes) {
        const end = Math.min(at + sectorBytes, to, size);
        const fate = chance.pick(["written", "written", "lost", "zeros"]);
        if (fate === "written") left.set(this.#seen.subarray(at, end), at);
        if (fate === "zeros" && at >= this.#kept.length) left.fill(0, at, end);
      }
    }
    return FakeFile.of(left);
  }
}

function resized(buffer: Buffer, size: number): Buffer {
  if (size <= buffer.length) return Buffer.from(buffer.subarray(0, size));
  return Buffer.concat([buffer], size);
}
