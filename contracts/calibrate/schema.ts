import { isObject, type JsonObject } from "../judge/json.ts";
import type { ProfileField } from "../profile/field.ts";
import { isId, meaningsOf } from "../profile/meaning.ts";
import { type At, conditionSchema, constant, noneOf, nullSchema, special } from "./plain-schema.ts";
import {
  isListOfRecords,
  isOldestFirst,
  knownOf,
  lengthOf,
  type Sample,
  type SampledValue,
  type SchemaOptions,
  sampledMembers,
  typeOf,
} from "./sample.ts";
import { conditionOf, vocabulariesOf } from "./vocabulary.ts";

/** Returns the schema with which the sandbox shows its own values as these bodies do. */
export function schemaOf(samples: readonly Sample[], options: SchemaOptions): JsonObject {
  const seen = samples.map(({ body, ...rest }) => ({ value: body, ...rest }));
  const isBare = seen.every(({ value }) => !isObject(value));
  const whole = isBare && memberSchema(seen, undefined, options, { place: "the body", name: "", isAlways: true });
  return whole || objectSchema(seen, options, "");
}

function objectSchema(seen: readonly SampledValue[], options: SchemaOptions, at: string): JsonObject {
  const members = sampledMembers(seen);
  const meanings = meaningsOf(members, options.fields);
  const vocabularies = vocabulariesOf(members, options.fields, meanings);
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  for (const { name, values: own } of members) {
    const place = at === "" ? name : `${at}.${name}`;
    const isAlways = own.length === seen.length;
    // What only some rejections tell, others that were not seen need not.
    if (options.isGeneral && !isAlways) continue;
    const vocabulary = vocabularies.get(name);
    const source = meanings.get(name) ?? vocabulary?.field;
    const records = seen.map(({ value, known }) => ({ value: isObject(value) ? value[name] : undefined, known }));
    const condition = isAlways || source !== undefined ? undefined : conditionOf(records, options.fields);
    const schema =
      conditionSchema(own, condition) ??
      countSchema(own, seen, options) ??
      memberSchema(own, source, options, { place, name, isAlways, words: vocabulary?.words });
    if (schema === undefined) continue;
    properties.push([name, schema]);
    if (isAlways) required.push(name);
  }
  return { type: "object", ...(required.length > 0 && { required }), properties: Object.fromEntries(properties) };
}

/** The number of records in the list beside it. */
function countSchema(
  own: readonly SampledValue[],
  around: readonly SampledValue[],
  { fields }: SchemaOptions,
): JsonObject | undefined {
  const list = listAmong(fields);
  const lengths = around.map(({ value }) => {
    const records = isObject(value) ? Object.values(value).find((one) => isListOfRecords([{ value: one }])) : undefined;
    return lengthOf(records);
  });
  const isCount = own.length === around.length && own.every(({ value }, at) => value === lengths[at]);
  if (list === undefined || !isCount || new Set(lengths).size < 2) return undefined;
  return { type: "integer", "x-value": `$count(${list.name})` };
}

/** The list of records that a response shows, if it has one. */
function listAmong(fields: readonly ProfileField[]): ProfileField | undefined {
  return fields.find(({ kinds, items = [] }) => kinds.includes("array") && items.length > 0);
}

function memberSchema(
  seen: readonly SampledValue[],
  meaning: string | undefined,
  options: SchemaOptions,
  { place, name, isAlways, words }: At,
): JsonObject | undefined {
  const type = typeOf(seen);
  const isOfRecords = type === "array" && isListOfRecords(seen);
  const source = meaning ?? (isOfRecords ? listAmong(options.fields)?.name : undefined);
  if (source !== undefined) {
    const field = options.fields.find((one) => one.name === source);
    if (isId(source) && type === "integer") {
      options.leave(`"${place}" is a text, and the target has a number`);
      return { type: "string", "x-value": source };
    }
    if (type === "null") return nullSchema(field?.kinds ?? [], source === name ? undefined : source);
    const items = type === "array" ? itemsSchema(seen, field?.items ?? [], options, place) : undefined;
    return {
      type,
      ...(source !== name && { "x-value": source }),
      ...(words !== undefined && { "x-values": words }),
      ...noneOf(seen, field?.kinds ?? [], isAlways),
      ...(isOldestFirst(seen, source) && { "x-order": "reversed" }),
      ...(items !== undefined && { items }),
    };
  }
  if (isOfRecords && seen.every(({ value }) => lengthOf(value) === 1)) {
    const items = seen.map((one) => ({ ...one, value: Array.isArray(one.value) ? one.value[0] : undefined }));
    return { type, "x-value": "$", items: objectSchema(items, options, `${place}[]`) };
  }
  if (type === "object") return { ...objectSchema(seen, options, place), "x-value": "$" };
  return special(seen, type, name) ?? constant(seen, type, options, { place, name, isAlways });
}

function itemsSchema(
  seen: readonly SampledValue[],
  fields: readonly ProfileField[],
  options: SchemaOptions,
  place: string,
): JsonObject | undefined {
  const items = seen.flatMap(({ value, ...rest }) => {
    const own: readonly unknown[] = Array.isArray(value) ? value : [];
    return own.map((item) => ({ ...rest, value: item, known: knownOf(item, rest.records) }));
  });
  if (items.length === 0) {
    if (fields.length > 0) options.leave(`"${place}" was always empty, so its items have the sandbox's form`);
    return undefined;
  }
  if (!items.every(({ value }) => isObject(value))) return { type: typeOf(items) };
  return objectSchema(items, { ...options, fields }, `${place}[]`);
}
