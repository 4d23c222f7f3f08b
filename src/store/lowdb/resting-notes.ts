import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { RestingWorld, WorldEntry, WorldId } from "../world-store.ts";
import { type Disk, hasCode, writeWhole } from "./disk.ts";
import { replaceFile } from "./replace-file.ts";
import { WorkQueue } from "./work-queue.ts";

const restingFile = "resting.jsonl";

/** The first byte of a line. The second takes the place of the first when the world is read: that needs no space. */
const VALID = 0x52;
const VOID = 0x56;
const NEWLINE = 0x0a;
const BODY_START = 11;

/** A file with more void bytes than this is written again at startup, without them. */
const MAX_VOID_BYTES = 1024 * 1024;

interface Note {
  readonly resting: RestingWorld;
  readonly line: string;
  /** Where its line begins in the file; null if the disk has not taken it. */
  readonly offset: number | null;
}

/**
 * The notes on worlds at rest, so that a start need not read these: a file with a line each. A line is void before its
 * world is opened. A note that is lost, or cannot be written, only means that the world is read at the next startup.
 */
export class RestingNotes {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #queue = new WorkQueue();
  readonly #notes = new Map<WorldId, Note>();
  /** Where the next line begins. */
  #size = 0;
  #isThere = false;
  #gathering: (readonly [entry: WorldEntry, resting: RestingWorld])[] = [];
  #next: Promise<void> | undefined;

  private constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#path = join(folder, restingFile);
  }

  /** Reads the notes on the worlds that are listed. Rejects only if the disk does. */
  static async open(disk: Disk, folder: string, listed: readonly WorldEntry[]): Promise<RestingNotes> {
    const notes = new RestingNotes(disk, folder);
    const bytes = await disk.readFile(notes.#path).catch((cause: unknown) => {
      if (hasCode(cause, "ENOENT")) return null;
      throw cause;
    });
    if (bytes === null) return notes;
    notes.#isThere = true;
    notes.#size = notes.#take(bytes, new Map(listed.map((entry) => [entry.worldId, entry])));
    const validBytes = [...notes.#notes.values()].reduce((sum, { line }) => sum + Buffer.byteLength(line), 0);
    if (bytes.length - validBytes > MAX_VOID_BYTES) await notes.#writeAgain();
    return notes;
  }

  get(id: WorldId): RestingWorld | null {
    return this.#notes.get(id)?.resting ?? null;
  }

  get all(): readonly (readonly [WorldId, RestingWorld])[] {
    return Array.from(this.#notes, ([id, { resting }]) => [id, resting]);
  }

  /** Adds a note on a world that has none. Never rejects. Notes that come together are written together. */
  add(entry: WorldEntry, resting: RestingWorld): Promise<void> {
    this.#gathering.push([entry, resting]);
    this.#next ??= this.#queue.add(() => {
      this.#next = undefined;
      return this.#append(this.#gathering.splice(0));
    });
    return this.#next;
  }

  /** Makes the note on a world void, durably. Rejects if the disk does; then the note is still valid. */
  async remove(id: WorldId): Promise<void> {
    await this.#queue.add(async () => {
      const note = this.#notes.get(id);
      if (note === undefined) return;
      if (note.offset !== null) await this.#write(Uint8Array.of(VOID), note.offset, "durably");
      this.#notes.delete(id);
    });
  }

  async #append(added: readonly (readonly [WorldEntry, RestingWorld])[]): Promise<void> {
    const lines = added.map(([entry, resting]) => lineOf(entry, resting));
    const isWritten = await this.#write(Buffer.from(lines.join("")), this.#size, "soon").then(
      () => true,
      () => false,
    );
    for (const [i, [{ worldId }, resting]] of added.entries()) {
      const line = lines[i] ?? "";
      this.#notes.set(worldId, { resting, line, offset: isWritten ? this.#size : null });
      if (isWritten) this.#size += Buffer.byteLength(line);
    }
  }

  async #write(bytes: Uint8Array, position: number, when: "durably" | "soon"): Promise<void> {
    const file = await this.#disk.open(this.#path, this.#isThere ? "r+" : "wx");
    this.#isThere = true;
    try {
      await writeWhole(file, bytes, position);
      if (when === "durably") await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Writes the file without the void lines. If that fails, the present file stays. */
  async #writeAgain(): Promise<void> {
    const kept = [...this.#notes];
    const lines = kept.map(([, { line }]) => Buffer.from(line));
    try {
      await replaceFile(this.#disk, this.#path, lines);
    } catch {
      // Which of the two files is there is not known, so none of the notes is used.
      this.#notes.clear();
      await this.#disk.remove(this.#path);
      this.#isThere = false;
      this.#size = 0;
      return;
    }
    this.#size = 0;
    for (const [id, { resting, line }] of kept) {
      this.#notes.set(id, { resting, line, offset: this.#size });
      this.#size += Buffer.byteLength(line);
    }
  }

  /** Takes the notes of a file over. Returns where its last whole line ends: the next one is written there. */
  #take(bytes: Buffer, listed: ReadonlyMap<WorldId, WorldEntry>): number {
    let offset = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, offset)) {
      const line = bytes.toString("utf8", offset, end + 1);
      const isValid =
        bytes[offset] === VALID && line.slice(2, BODY_START - 1) === checksumOf(line.slice(BODY_START, -1));
      if (isValid) this.#takeLine(line, offset, listed);
      offset = end + 1;
    }
    return offset;
  }

  #takeLine(line: string, offset: number, listed: ReadonlyMap<WorldId, WorldEntry>): void {
    // The checksum shows that `lineOf` wrote it.
    const { worldId, createdAt, ...resting }: RestingWorld & WorldEntry = JSON.parse(line.slice(BODY_START));
    // A world of the same id may have been made since.
    if (listed.get(worldId)?.createdAt === createdAt) this.#notes.set(worldId, { resting, line, offset });
  }
}

function lineOf({ worldId, createdAt }: WorldEntry, { position, keys, clock, wakesAt, summary }: RestingWorld): string {
  const body = JSON.stringify({ worldId, createdAt, position, keys, clock, wakesAt, summary });
  return `${String.fromCharCode(VALID)} ${checksumOf(body)} ${body}\n`;
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, "0");
}
