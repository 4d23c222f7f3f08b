import { isUtf8 } from "node:buffer";
import { JsonProblem, JsonReader, placeIn } from "./json-reader.ts";

/** A parsed value, or an English sentence that says why there is none. It never quotes the text: there may be a code in it. */
export type JsonTextResult = { readonly value: unknown } | { readonly problem: string };

/**
 * Parses the JSON text of a request or a file, and refuses what JSON.parse would quietly settle:
 * duplicate keys (it takes the last), keys that reach for a prototype, numbers that a double cannot keep; and objects of
 * more than 1,000 members and nesting beyond 64 levels.
 */
export function parseJsonText(text: string): JsonTextResult {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (json.trim() === "") return { problem: "it is empty, JSON is expected" };
  try {
    // Says whether it is JSON at all, and where not, which is quicker than to do that here.
    JSON.parse(json);
    return { value: new JsonReader(json).read() };
  } catch (error) {
    return { problem: error instanceof JsonProblem ? error.message : describeFailure(error, json) };
  }
}

/** The same for the bytes of a body, and the text that they are decoded to. */
export function parseJsonBytes(bytes: Buffer, text: string): JsonTextResult {
  return isUtf8(bytes) ? parseJsonText(text) : { problem: "it is not valid UTF-8" };
}

/** JSON.parse quotes the text around the failure; only its position, where it tells one, is passed on. */
function describeFailure(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : "";
  if (message.startsWith("Unexpected end")) return `the JSON is not complete: it ends at ${placeIn(text, text.length)}`;
  const at = positionIn(message) ?? firstWrongCharacter(text);
  return at === null ? "it is not valid JSON" : `it is not valid JSON: at ${placeIn(text, at)}`;
}

function positionIn(message: string): number | null {
  const at = /at position (\d+)/.exec(message)?.[1];
  return at === undefined ? null : Number(at);
}

/** A search parses a text many times, which a large one must not cost. */
const MAX_SEARCHED_CHARACTERS = 65_536;

/**
 * JSON.parse tells no position of an unexpected token. The beginnings of a text up to there can all be continued, and no
 * longer one can, so halving finds it.
 */
function firstWrongCharacter(text: string): number | null {
  if (text.length > MAX_SEARCHED_CHARACTERS) return null;
  let [right, wrong] = [0, text.length];
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (canContinue(text.slice(0, middle))) right = middle;
    else wrong = middle;
  }
  return wrong - 1;
}

function canContinue(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return message.startsWith("Unexpected end") || (positionIn(message) ?? -1) >= beginning.length;
  }
}
