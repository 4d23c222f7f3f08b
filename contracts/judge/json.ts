import { defaultSecretNames, plainName, redacted } from "../../src/report/secret-names.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Deeper than any body of the interface. What reads a body calls itself for each level of it. */
export const MAX_JSON_DEPTH = 500;

/**
 * JSON, or undefined for a text that is none, or one that is nested deeper than `MAX_JSON_DEPTH`. A byte order mark before it
 * may be ignored, says RFC 8259. A whole number that is too large to be told exactly, as some ids have, is their text.
 */
export function parseJson(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined;
  const exact = /\d{16}/.test(text) ? text.replace(longNumbers, quoted) : text;
  try {
    return JSON.parse(exact.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** Strings, which stay as they are, and long whole numbers. */
const longNumbers = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])(\d{16,})(?![\d.eE])/g;

function quoted(found: string, digits: string | undefined): string {
  return digits === undefined || Number.isSafeInteger(Number(digits)) ? found : `"${digits}"`;
}

/** Returns whether brackets are open deeper than is read, outside of strings. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; text.length > MAX_JSON_DEPTH && at < text.length; at += 1) {
    const character = text[at];
    if (isInString && character === "\\") at += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** What a text is that `parseJson` does not take, within a sentence. */
export function notJson(text: string): string {
  return isTooDeep(text) ? `not JSON (deeper than ${MAX_JSON_DEPTH} levels)` : "not JSON";
}

/** Where a value stands in a body: `[]` is the body itself. */
export type Place = readonly string[];

/** A body and all that is in it, what is nearer to the root first. At most a few thousand values are looked at. */
export function* everything(body: unknown): Generator<{ readonly place: Place; readonly value: unknown }> {
  const found: { readonly place: Place; readonly value: unknown }[] = [{ place: [], value: body }];
  let left = MAX_VALUES;
  for (const item of found) {
    yield item;
    left -= 1;
    if (left === 0) return;
    if (typeof item.value !== "object" || item.value === null) continue;
    for (const [key, value] of Object.entries(item.value)) found.push({ place: [...item.place, key], value });
  }
}

/** The values of a body at any depth, itself included, in the same order and as many. */
export function valuesIn(body: unknown): readonly unknown[] {
  const found: unknown[] = [body];
  let left = MAX_VALUES;
  for (const value of found) {
    left -= 1;
    if (left === 0) break;
    if (typeof value === "object" && value !== null) found.push(...Object.values(value));
  }
  return found.slice(0, MAX_VALUES);
}

const MAX_VALUES = 5_000;

/** Returns an identifier or a code as text, for a number may be taken for its digits; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** The value at a place; undefined where there is none. */
export function valueAt(body: unknown, place: Place): unknown {
  return place.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isObject(value) ? value[key] : undefined;
  }, body);
}

export function isSamePlace(a: Place, b: Place): boolean {
  return a.length === b.length && a.every((key, at) => key === b[at]);
}

/** Within a sentence. */
export function placeText(place: Place): string {
  return place.length === 0 ? "at the root" : `in ${place.join(".")}`;
}

/** For messages: a value on one line, without what is secret, cut where it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value, (name, member) => (isSecret(name, member) ? redacted : member)) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** That there is nothing is no secret, and worth seeing. */
function isSecret(name: string, member: unknown): boolean {
  return member !== null && defaultSecretNames.has(plainName(name));
}
