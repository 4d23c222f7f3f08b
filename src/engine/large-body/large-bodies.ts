import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { JsonTextResult } from "../../spec/json-text.ts";
import { parseJsonInSteps } from "../../store/json-steps.ts";
import { stepByStep } from "../../store/step-by-step.ts";
import {
  approvedFixture,
  type InvalidFixture,
  type LocatedFixture,
  parseInlineFixture,
} from "../fixture/parse-fixture.ts";
import { approvedSaveFile, type InvalidSaveFile, readSaveFile } from "../save-file/read-save-file.ts";
import type { SavedPlace } from "../save-file/saved-state.ts";
import { Unavailable } from "../unavailable.ts";
import type { BodyProblem, BodyVerdict } from "./check-body.ts";

/** A body of 16 MiB takes a fraction of this. */
const MAX_HEAP_MIB = 512;

/**
 * Reads large bodies that make worlds, and keeps nobody waiting: another thread parses and checks them, one at a time.
 * Only what it has approved of is parsed here, in short steps, which costs less than to hand a large value over.
 */
export class LargeBodies {
  readonly #problems = new WeakMap<object, readonly BodyProblem[]>();
  #last: Promise<unknown> = Promise.resolve();

  /** Throws `Unavailable` when the body could not be checked. */
  async read(bytes: Buffer): Promise<JsonTextResult> {
    const checked = this.#last.then(() => checkInWorker(bytes));
    this.#last = checked.catch(() => undefined);
    const verdict = await checked;
    if ("problem" in verdict) return verdict;
    const value = await stepByStep(parseJsonInSteps(bytes));
    const { world, fixture } = Object(value);
    for (const part of [world, fixture]) {
      if (typeof part === "object" && part !== null) this.#problems.set(part, verdict.problems);
    }
    return { value };
  }

  /** The save-file in a body, whether that was large or not. */
  async saveFile(file: object): Promise<SavedPlace | InvalidSaveFile> {
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

function checkInWorker(bytes: Buffer): Promise<BodyVerdict> {
  const copy = new Uint8Array(bytes);
  const { promise, resolve, reject } = Promise.withResolvers<BodyVerdict>();
  const worker = new Worker(new URL(`./check-body-worker${extname(import.meta.url)}`, import.meta.url), {
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
