import type { Adapter } from "lowdb";
import { atOnce } from "../../domain/at-once.ts";
import { decodedInSteps, jsonSteps, parseInSlices } from "../../slices/large-json.ts";
import { Permits } from "../../slices/permits.ts";
import { stepByStep } from "../../slices/step-by-step.ts";
import { Damaged, NewerFormat } from "../damaged.ts";
import { type Content, documentFormat, sealedInSteps, unsealedInSteps } from "../sealed.ts";
import { type Disk, hasCode } from "./disk.ts";
import { replaceFile } from "./replace-file.ts";

/**
 * A JSON document for lowdb that is durable when a write resolves. lowdb's own adapters and the usual libraries for
 * atomic writes never sync what they renamed, or accept a text that a full disk has truncated.
 */
export class DurableDocument<T extends object> implements Adapter<T> {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #parse: (content: Content) => T | null;
  readonly #isSmall: boolean;
  readonly #queue = new Permits(1);

  /**
   * `parse` returns null for content that is no such document. `isSmall`: it is read and written at once, without slices.
   * Writes run one after another.
   */
  constructor(disk: Disk, path: string, parse: (content: Content) => T | null, { isSmall = false } = {}) {
    this.#disk = disk;
    this.#path = path;
    this.#parse = parse;
    this.#isSmall = isSmall;
  }

  /** Reads the document; null if there is no file. Rejects with `Damaged` or `NewerFormat`. */
  async read(): Promise<T | null> {
    const bytes = await this.#disk.readFile(this.#path, this.#isSmall).catch((cause: unknown) => {
      if (hasCode(cause, "ENOENT", "ENOTDIR")) return null;
      throw cause;
    });
    if (bytes === null) return null;
    const found = await this.#done(unsealedInSteps(await this.#parsed(bytes)));
    if ("problem" in found) {
      if (found.newer !== undefined) throw new NewerFormat(this.#path, found.newer, documentFormat);
      throw new Damaged(this.#path, null, `it ${found.problem}`);
    }
    const data = this.#parse(found.content);
    if (data === null) throw new Damaged(this.#path, null, "it does not say what such a file says");
    return data;
  }

  /** Writes data, which the caller may not change until it is written. */
  write(data: T): Promise<void> {
    return this.#queue.always(async () => {
      await replaceFile(this.#disk, this.#path, await this.#done(chunksOf(data)));
    });
  }

  #done<R>(steps: Generator<void, R>): R | Promise<R> {
    return this.#isSmall ? atOnce(steps) : stepByStep(steps);
  }

  async #parsed(bytes: Buffer): Promise<unknown> {
    try {
      return this.#isSmall ? JSON.parse(bytes.toString()) : await parseInSlices(decodedInSteps(bytes));
    } catch {
      // The parser's message quotes the text, so it does not belong into an error.
      const isEmpty = bytes.toString("utf8", 0, 1_000).trim() === "";
      throw new Damaged(this.#path, null, isEmpty ? "it is empty" : "it is not JSON");
    }
  }
}

/** Yields the sealed text, indented, in chunks: the text of a large world can exceed the maximum string length. */
function* chunksOf(data: object): Generator<void, Buffer[]> {
  const chunks: Buffer[] = [];
  for (const text of jsonSteps(yield* sealedInSteps(data), "  ")) {
    chunks.push(Buffer.from(text));
    yield;
  }
  // One chunk is one write.
  chunks.push(Buffer.concat([...chunks.splice(-1), Buffer.from("\n")]));
  return chunks;
}
