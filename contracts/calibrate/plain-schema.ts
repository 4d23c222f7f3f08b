import { defaultSecretNames, plainName } from "../../src/report/secret-names.ts";
import type { JsonObject } from "../judge/json.ts";
import { type SampledValue, type SchemaOptions, typeOf } from "./sample.ts";
import type { Vocabulary, Words } from "./vocabulary.ts";

/** A member of bodies. */
export interface At {
  readonly place: string;
  readonly name: string;
  readonly isAlways: boolean;
  readonly words?: Words | undefined;
}

/** Shows a member only where one of the sandbox's values asks for it. */
export function conditionSchema(
  seen: readonly SampledValue[],
  condition: Vocabulary | undefined,
): JsonObject | undefined {
  if (condition === undefined) return undefined;
  return { type: typeOf(seen), "x-value": condition.field, "x-values": condition.words, "x-others": "omit" };
}

/** How the target shows what is not there, where the sandbox does it in the other way. */
export function noneOf(seen: readonly SampledValue[], kinds: readonly string[], isAlways: boolean): JsonObject {
  const hasNull = seen.some(({ value }) => value === null);
  if (hasNull) return isAlways && !kinds.includes("null") ? { "x-none": "null" } : {};
  return !isAlways && kinds.includes("null") ? { "x-none": "omit" } : {};
}

/** Nothing was seen but null: a value is shown as the sandbox has it. */
export function nullSchema(kinds: readonly string[], source: string | undefined): JsonObject {
  const types = kinds.map((kind) => (kind === "instant" ? "string" : kind));
  const schema = { type: [...new Set([...types, "null"])], ...(source !== undefined && { "x-value": source }) };
  return kinds.includes("null") ? schema : { ...schema, "x-none": "null" };
}

/** What is said of the response itself: its status, what went wrong in words. */
export function special(seen: readonly SampledValue[], type: unknown, name: string): JsonObject | undefined {
  if (seen.every(({ status }) => status === undefined)) return undefined;
  if (type === "integer" && seen.every(({ value, status }) => value === status)) return { type, "x-value": "$status" };
  const isProse = seen.every(({ value }) => typeof value === "string" && /\s/.test(value));
  const isText = isProse || /^(message|detail|description)$/i.test(name);
  if (type !== "string" || !isText) return undefined;
  const texts = new Set(seen.map(({ value }) => String(value)));
  const [only = ""] = texts;
  // With an amount or an id in it the text is of this response alone.
  return texts.size === 1 && !/\d/.test(only) ? { type, const: only } : { type, "x-value": "$message" };
}

/** What no field of the sandbox shows. */
export function constant(
  seen: readonly SampledValue[],
  type: JsonObject[string],
  { isGeneral, leave }: SchemaOptions,
  { place, name, isAlways }: At,
): JsonObject | undefined {
  const counted = Map.groupBy(seen, ({ value }) => JSON.stringify(value));
  const [most] = [...counted.values()].toSorted((a, b) => b.length - a.length);
  const value = most?.[0]?.value;
  const isName = typeof value === "string" && /^[A-Z][A-Z0-9_]+$/.test(value);
  if (isGeneral && counted.size > 1 && isName) return { type, "x-value": "$code" };
  if (defaultSecretNames.has(plainName(name))) {
    leave(`"${place}" is missing, because it can be a secret`);
    return undefined;
  }
  if (!isAlways) {
    leave(`"${place}" is missing, because the target has it only sometimes`);
    return undefined;
  }
  if (counted.size > 2 && counted.size === seen.length && isCode(value)) return { type, "x-value": "$id" };
  if (counted.size > 1) leave(`"${place}" is always ${JSON.stringify(value)}, and the target has other values, too`);
  // It has been read from JSON.
  return { type, const: JSON.parse(JSON.stringify(value)) };
}

/** A text without meaning: no words, no date, no address. */
function isCode(value: unknown): boolean {
  return typeof value === "string" && /^(?=.*\d)[\w-]{8,}$/.test(value);
}
