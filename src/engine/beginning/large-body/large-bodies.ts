import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { type JsonTextResult, parseJsonText } from "../../../spec/json-text.ts";
import type { Problem } from "../../../spec/problem.ts";
import { parseJsonInSteps } from "../../../store/json-steps.ts";
import { stepByStep } from "../../../store/step-by-step.ts";
import type { SavedPlace } from "../../history/world-snapshot.ts";
import { Unavailable } from "../../unavailable.ts";
import {
  approvedFixture,
  type InvalidFixture,
  type LocatedFixture,
  parseInlineFixture,
} from "../fixture/parse-fixture.ts";
import { approvedSaveFile, type InvalidSaveFile, readSaveFile } from "../save-file/read-save-file.ts";
import type { BodyVerdict } from "./check-body.ts";

/** A body of 16 MiB takes a fraction of this. */
const MAX_HEAP_MIB = 512;

/** Bodies that wait are in memory. */
const MAX_WAITING = 4;

/**
 * Reads large bodies that make worlds, and keeps nobody waiting: another thread parses and checks them, one at a time.
 * Only what it has approved of is parsed here, in short steps, which costs less than to hand a large value over.
 */
export class LargeBodies {
  readonly #problems = new WeakMap<object, readonly Problem[]>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Throws `Unavailable` when too many bodies wait, or the body could not be checked. */
  async read(bytes: Buffer): Promise<JsonTextResult> {
    if (this.#waiting >= MAX_WAITING) throw new Unavailable("other large bodies are being read; try again");
    this.#waiting += 1;
    try {
      const checked = this.#last.then(() => checkInWorker(bytes));
      this.#last = checked.catch(() => undefined);
      return await this.#taken(bytes, await checked);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Parses what was approved; of a body with problems, which are remembered with its parts, there is only an outline. */
  async #taken(bytes: Buffer, verdict: BodyVerdict): Promise<JsonTextResult> {
    if ("problem" in verdict) return verdict;
    const { problems, outline } = verdict;
    const value = problems.length > 0 ? outline : await stepByStep(parseJsonInSteps(bytes, undefined, parsePiece));
    const { world, fixture } = Object(value);
    for (const part of [world, fixture]) {
      if (typeof part === "object" && part !== null) this.#problems.set(part, problems);
    }
    return { value };
  }

  /** The save-file in a body, whether that was large or not. */
  saveFile(file: object): SavedPlace | InvalidSaveFile {
    const problems = this.#problems.get(file);
    if (problems === undefined) return readSaveFile(file);
    return problems.length > 0 ? { problems } : approvedSaveFile(file);
  }

  /** The fixture in a body, whether that was large or not. */
  fixture(fixture: object): LocatedFixture | InvalidFixture {
    const problems = this.#problems.get(fixture);
    if (problems === undefined) return parseInlineFixture(fixture);
    return problems.length > 0 ? { problems } : approvedFixture(fixture);
  }
}

/** Pieces are read as the whole was in the other thread. */
function parsePiece(text: string): unknown {
  const parsed = parseJsonText(text);
  if ("value" in parsed) return parsed.value;
  throw new SyntaxError(parsed.problem);
}

function checkInWorker(bytes: Buffer): Promise<BodyVerdict> {
  const copy = new Uint8Array(bytes);
  const { promise, resolve, reject } = Promise.withResolvers<BodyVerdict>();
  const worker = new Worker(new URL(`./check-body${extname(import.meta.url)}`, import.meta.url), {
    workerData: copy,
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    // What was said to the process about its own program is not meant for this one.
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
