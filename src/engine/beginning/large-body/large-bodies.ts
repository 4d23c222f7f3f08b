import { Worker } from "node:worker_threads";
import { codeFile } from "../../../code-file.ts";
import { parseInSlices } from "../../../slices/large-json.ts";
import type { JsonTextResult } from "../../../spec/json-text.ts";
import type { Problem } from "../../../spec/problem.ts";
import type { SavedPlace } from "../../history/world-snapshot.ts";
import { Unavailable } from "../../unavailable.ts";
import { assertRoom, type Memory } from "../../world/memory.ts";
import {
  approvedFixture,
  type InvalidFixture,
  type LocatedFixture,
  parseInlineFixture,
} from "../fixture/parse-fixture.ts";
import { approvedSaveFile, type InvalidSaveFile, readSaveFile } from "../save-file/read-save-file.ts";
import type { BodyVerdict } from "./check-body.ts";

/** A body of 16 MiB needs a fraction of this. */
const MAX_HEAP_MIB = 512;

/** Waiting bodies use memory. */
const MAX_WAITING = 4;

/**
 * Reads large bodies of requests that make worlds without blocking others. Another thread parses and checks them, one
 * at a time, and writes them anew. That text is parsed here in slices: a large value from another thread would come at once.
 */
export class LargeBodies {
  readonly #problems = new WeakMap<object, readonly Problem[]>();
  readonly #assertRoom: () => void;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(memory?: Memory) {
    this.#assertRoom = () => assertRoom(memory);
  }

  /**
   * Reads a body. Throws `Unavailable` if too many bodies wait, if this one could not be checked, or if memory is full
   * before it is parsed.
   */
  async read(bytes: Buffer): Promise<JsonTextResult> {
    if (this.#waiting >= MAX_WAITING) throw new Unavailable("other large bodies are being read; try again");
    this.#waiting += 1;
    try {
      const checked = this.#last.then(() => checkInWorker(bytes));
      this.#last = checked.catch(() => undefined);
      return await this.#taken(await checked);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Parses a body that was checked, and remembers its problems. */
  async #taken(verdict: BodyVerdict): Promise<JsonTextResult> {
    if ("problem" in verdict) return verdict;
    const { problems, text } = verdict;
    this.#assertRoom();
    const value = await parseInSlices([text], this.#assertRoom);
    const { world, fixture } = Object(value);
    for (const part of [world, fixture]) {
      if (typeof part === "object" && part !== null) this.#problems.set(part, problems);
    }
    return { value };
  }

  /** Returns the save-file in a body, large or not. */
  saveFile(file: object): SavedPlace | InvalidSaveFile {
    return this.#checked(file, readSaveFile, approvedSaveFile);
  }

  /** Returns the fixture in a body, large or not. */
  fixture(fixture: object): LocatedFixture | InvalidFixture {
    return this.#checked(fixture, parseInlineFixture, approvedFixture);
  }

  #checked<T>(part: object, check: (part: object) => T, approved: (part: object) => T) {
    const problems = this.#problems.get(part);
    if (problems === undefined) return check(part);
    return problems.length > 0 ? { problems } : approved(part);
  }
}

function checkInWorker(bytes: Buffer): Promise<BodyVerdict> {
  const copy = new Uint8Array(bytes);
  const { promise, resolve, reject } = Promise.withResolvers<BodyVerdict>();
  const worker = new Worker(codeFile("src/engine/beginning/large-body/check-body.ts"), {
    workerData: copy,
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    // Options of the process are not meant for the worker.
    execArgv: [],
  });
  const failed = (cause: unknown) =>
    reject(new Unavailable("the body could not be checked; try a smaller one", { cause }));
  worker.unref();
  worker.once("message", resolve);
  worker.once("error", failed);
  worker.once("exit", failed);
  return promise;
}
