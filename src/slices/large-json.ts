import { parseChunked, stringifyChunked } from "@discoveryjs/json-ext";
import { isSliceOver, nextSlice } from "./step-by-step.ts";

/** How much is parsed or written in one step, in about a millisecond. */
export const STEP_CHARACTERS = 64 * 1024;

/**
 * Parses JSON in slices: `JSON.parse` of 100 MiB would block the process for seconds. The text must be as `JSON.stringify`
 * writes it, with integer names first and no name twice or called `__proto__`: the library misreads other objects. What
 * `betweenSlices` throws ends the work.
 */
export async function parseInSlices(texts: Iterable<string>, betweenSlices?: () => void): Promise<unknown> {
  const complete: unknown[] = [];
  // What the library returns can be incomplete, where the text ends too early.
  await parseChunked(slicesOf(texts, betweenSlices), { onRootValue: (value) => complete.push(value) });
  if (complete.length === 0) throw new SyntaxError("the JSON is not complete");
  return complete[0];
}

/** Yields the text of `JSON.stringify` in steps of about `characters`. For a large value, one text would take much memory. */
export function* jsonSteps(value: unknown, indent = "", characters = STEP_CHARACTERS): Generator<string, void> {
  for (const text of stringifyChunked(value, { space: indent, highWaterMark: characters })) {
    // The text is still in thousands of parts. Joined to a large one, they would be put together in one block of a second.
    yield Buffer.from(text).toString();
  }
}

/** Decodes a text in short steps. */
export function* decodedInSteps(bytes: Uint8Array): Generator<string, void> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += STEP_CHARACTERS) {
    yield decoder.decode(bytes.subarray(at, at + STEP_CHARACTERS), { stream: true });
  }
  yield decoder.decode();
}

async function* slicesOf(texts: Iterable<string>, betweenSlices = () => {}): AsyncGenerator<string> {
  for (const text of texts) {
    for (let at = 0; at < text.length; at += STEP_CHARACTERS) {
      if (isSliceOver()) {
        await nextSlice();
        betweenSlices();
      }
      yield text.slice(at, at + STEP_CHARACTERS);
    }
  }
}
