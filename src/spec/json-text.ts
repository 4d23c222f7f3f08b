import { isUtf8 } from "node:buffer";
import { parse as parseSecurely, scan as refusePrototypeKeys } from "secure-json-parse";
import { readJson } from "./json-reader.ts";
import { scanJson } from "./json-scan.ts";
import { quote } from "./problem.ts";

/** A parsed value, or an English sentence that says why there is none. It never quotes the text: there may be a code in it. */
export type JsonTextResult = { readonly value: unknown } | { readonly problem: string };

/** Deeper nesting than any request needs, and shallow enough for every recursive reader after this one. */
const MAX_DEPTH = 64;

/** More than any object in a request has; tables with hundreds of thousands of names are slow to work with. */
const MAX_MEMBERS = 1_000;

/**
 * Parses the JSON text of a request, or of whatever `subject` calls it, and refuses what JSON.parse would quietly settle:
 * duplicate keys (it takes the last), keys that reach for a prototype, numbers that a double cannot keep; and objects of
 * more than 1,000 members and nesting beyond 64 levels.
 * Costs one JSON.parse and one linear scan; only a refused text costs more.
 */
export function parseJsonText(text: string, subject = "the body"): JsonTextResult {
  if (text.trim() === "") return { problem: `${subject} is empty, JSON is expected` };
  let value: unknown;
  try {
    value = parseSecurely(text);
  } catch (error) {
    return { problem: describeFailure(error, text, subject) };
  }
  const scan = scanJson(text);
  if (scan.depth > MAX_DEPTH) return { problem: `the JSON is nested deeper than ${MAX_DEPTH} levels` };
  if (scan.numberLostAt !== null) {
    const where = position(text, scan.numberLostAt);
    return { problem: `the number at ${where} is too large to be kept exactly; at most 9007199254740991 is` };
  }
  const keys = countKeys(value);
  if (keys.most > MAX_MEMBERS)
    return { problem: `an object has ${keys.most} members; at most ${MAX_MEMBERS} are allowed` };
  return scan.escapedKey || scan.members !== keys.total ? readCarefully(text) : { value };
}

/** The same for the bytes of a body, and the text that they are decoded to. */
export function parseJsonBytes(bytes: Buffer, text: string): JsonTextResult {
  return isUtf8(bytes) ? parseJsonText(text) : { problem: "it is not valid UTF-8" };
}

/** For the few texts that JSON.parse may have read wrong: those with duplicate keys or with escapes in a key. */
function readCarefully(text: string): JsonTextResult {
  const { value, duplicate } = readJson(text);
  if (duplicate) {
    const key = JSON.stringify(quote(duplicate.key));
    return { problem: `the key ${key} appears twice in an object, again at ${position(text, duplicate.at)}` };
  }
  try {
    if (typeof value === "object" && value !== null) refusePrototypeKeys(value);
    return { value };
  } catch (error) {
    return { problem: describeFailure(error, text, "it") };
  }
}

/** Members of all objects in the value, which a duplicate key leaves below those in the text; and of the largest one. */
function countKeys(value: unknown): { readonly total: number; readonly most: number } {
  let total = 0;
  let most = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    const children: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (!Array.isArray(next)) {
      total += children.length;
      most = Math.max(most, children.length);
    }
    for (const child of children) if (typeof child === "object") pending.push(child);
  }
  return { total, most };
}

/** JSON.parse quotes the text around the failure; only its position, where it tells one, is passed on. */
function describeFailure(error: unknown, text: string, subject: string): string {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("prototype"))
    return "the JSON has a key that is not allowed: `__proto__` or `constructor.prototype`";
  if (message.startsWith("Unexpected end"))
    return `the JSON is not complete: it ends at ${position(text, text.length)}`;
  const at = /at position (\d+)/.exec(message)?.[1];
  return at === undefined
    ? `${subject} is not valid JSON`
    : `${subject} is not valid JSON: at ${position(text, Number(at))}`;
}

function position(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
