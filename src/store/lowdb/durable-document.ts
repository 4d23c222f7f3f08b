import type { Adapter } from "lowdb";
import { Damaged, NewerFormat } from "../damaged.ts";
import { type Disk, hasCode } from "./disk.ts";
import { replaceFile } from "./replace-file.ts";
import { type Content, documentFormat, sealed, unsealed } from "./sealed.ts";
import { Turns } from "./turns.ts";

/**
 * A JSON document for lowdb that is durable when a write resolves. lowdb's own adapters and the usual libraries for
 * atomic writes never ask the disk to keep what they renamed, or take a text that a full disk has cut for a whole one.
 */
export class DurableDocument<T extends object> implements Adapter<T> {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #parse: (content: Content) => T | null;
  readonly #turns: Turns;

  /** `parse` gives null for what a document of this kind never says. Writes wait for their turn. */
  constructor(disk: Disk, path: string, parse: (content: Content) => T | null, turns = new Turns()) {
    this.#disk = disk;
    this.#path = path;
    this.#parse = parse;
    this.#turns = turns;
  }

  /** Null when there is no such file; rejects with `Damaged` or `NewerFormat`. */
  async read(): Promise<T | null> {
    const text = await this.#text();
    if (text === null) return null;
    const found = unsealed(parsed(this.#path, text));
    if ("problem" in found) {
      if (found.newer !== undefined) throw new NewerFormat(this.#path, found.newer, documentFormat);
      throw new Damaged(this.#path, null, `it ${found.problem}`);
    }
    const data = this.#parse(found.content);
    if (data === null) throw new Damaged(this.#path, null, "it does not say what such a file says");
    return data;
  }

  /** Takes the data as it is at the call. */
  async write(data: T): Promise<void> {
    const bytes = Buffer.from(`${readable(sealed(data))}\n`);
    await this.#turns.take(() => replaceFile(this.#disk, this.#path, bytes));
  }

  async #text(): Promise<string | null> {
    try {
      return (await this.#disk.readFile(this.#path)).toString();
    } catch (cause) {
      if (hasCode(cause, "ENOENT")) return null;
      throw cause;
    }
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says quotes the text, and so does not belong in a message.
    throw new Damaged(path, null, text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

/** Indented, for people; without that when the text would be longer than a text can be. */
function readable(document: object): string {
  try {
    return JSON.stringify(document, null, 2);
  } catch (error) {
    if (error instanceof RangeError) return JSON.stringify(document);
    throw error;
  }
}
