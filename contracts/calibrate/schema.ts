import { defaultSecretNames, plainName } from "../../src/report/secret-names.ts";
import { isObject, type JsonObject } from "../judge/json.ts";
import type { Field } from "../profile/field.ts";
import { isId, type Known, kindOf, type Member, meaningsOf } from "../profile/meaning.ts";
import { conditionOf, type Vocabulary, vocabulariesOf, type Words } from "./vocabulary.ts";

/** A body that was seen, with what is known to be true of it. */
export interface Sample {
  readonly body: unknown;
  readonly known: Known;
  /** Undefined for a notification. */
  readonly status: number | undefined;
  /** What is known of records that a list may have; one of its values tells which is which. */
  readonly records: readonly Known[];
}

export interface SchemaOptions {
  readonly fields: readonly Field[];
  /** Whether the schema is for outcomes beside those that were seen, so that constants of these are left open. */
  readonly isGeneral: boolean;
  /** Told what the schema cannot say. */
  readonly leave: (what: string) => void;
}

interface Seen extends Pick<Sample, "status" | "records" | "known"> {
  readonly value: unknown;
}

/** Returns the schema with which the sandbox shows its own values as these bodies do. */
export function schemaOf(samples: readonly Sample[], options: SchemaOptions): JsonObject {
  const seen = samples.map(({ body, ...rest }) => ({ value: body, ...rest }));
  const isBare = seen.every(({ value }) => !isObject(value));
  const whole = isBare && memberSchema(seen, undefined, options, { place: "the body", name: "", isAlways: true });
  return whole || objectSchema(seen, options, "");
}

function objectSchema(seen: readonly Seen[], options: SchemaOptions, at: string): JsonObject {
  const members = membersOf(seen);
  const meanings = meaningsOf(members, options.fields);
  const vocabularies = vocabulariesOf(members, options.fields, meanings);
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  for (const { name, values } of members) {
    const own = values.map(({ at: index, value }) => ({ ...at0(seen, index), value }));
    const place = at === "" ? name : `${at}.${name}`;
    const isAlways = own.length === seen.length;
    // What only some rejections tell, others that nobody has seen need not.
    if (options.isGeneral && !isAlways) continue;
    const vocabulary = vocabularies.get(name);
    const source = meanings.get(name) ?? vocabulary?.field;
    const record = (one: Seen) => ({ value: isObject(one.value) ? one.value[name] : undefined, known: one.known });
    const condition = isAlways || source !== undefined ? undefined : conditionOf(seen.map(record), options.fields);
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

function conditionSchema(seen: readonly Seen[], condition: Vocabulary | undefined): JsonObject | undefined {
  if (condition === undefined) return undefined;
  return { type: typeOf(seen), "x-value": condition.field, "x-values": condition.words, "x-others": "omit" };
}

/** The number of records in the list beside it. */
function countSchema(own: readonly Seen[], around: readonly Seen[], { fields }: SchemaOptions): JsonObject | undefined {
  const list = fields.find(({ kinds, items = [] }) => kinds.includes("array") && items.length > 0);
  const lengths = around.map(({ value }) => {
    const records = isObject(value) ? Object.values(value).find((one) => isListOfRecords([{ value: one }])) : undefined;
    return lengthOf(records);
  });
  const isCount = own.length === around.length && own.every(({ value }, at) => value === lengths[at]);
  if (list === undefined || !isCount || new Set(lengths).size < 2) return undefined;
  return { type: "integer", "x-value": `$count(${list.name})` };
}

interface At {
  readonly place: string;
  readonly name: string;
  readonly isAlways: boolean;
  /** The target's words for values of the sandbox. */
  readonly words?: Words | undefined;
}

function memberSchema(
  seen: readonly Seen[],
  source: string | undefined,
  options: SchemaOptions,
  { place, name, isAlways, words }: At,
): JsonObject | undefined {
  const type = typeOf(seen);
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
      ...(items !== undefined && { items }),
    };
  }
  const list = options.fields.find(({ kinds, items = [] }) => kinds.includes("array") && items.length > 0);
  if (type === "array" && list !== undefined && isListOfRecords(seen)) {
    const items = itemsSchema(seen, list.items ?? [], options, place);
    const order: JsonObject = isOldestFirst(seen, list.name) ? { "x-order": "reversed" } : {};
    return {
      type,
      ...(list.name !== name && { "x-value": list.name }),
      ...order,
      ...(items !== undefined && { items }),
    };
  }
  if (type === "array" && isListOfRecords(seen) && seen.every(({ value }) => lengthOf(value) === 1)) {
    const items = seen.map((one) => ({ ...one, value: Array.isArray(one.value) ? one.value[0] : undefined }));
    return { type, "x-value": "$", items: objectSchema(items, options, `${place}[]`) };
  }
  if (type === "object") return { ...objectSchema(seen, options, place), "x-value": "$" };
  return special(seen, type, name) ?? constant(seen, type, options, { place, name, isAlways });
}

/** How the target shows what is not there, where the sandbox does it in the other way. */
function noneOf(seen: readonly Seen[], kinds: readonly string[], isAlways: boolean): JsonObject {
  const hasNull = seen.some(({ value }) => value === null);
  if (hasNull) return isAlways && !kinds.includes("null") ? { "x-none": "null" } : {};
  return !isAlways && kinds.includes("null") ? { "x-none": "omit" } : {};
}

/** Nothing was seen but null: a value is shown as the sandbox has it. */
function nullSchema(kinds: readonly string[], source: string | undefined): JsonObject {
  const types = kinds.map((kind) => (kind === "instant" ? "string" : kind));
  return { type: [...new Set([...types, "null"])], ...(source !== undefined && { "x-value": source }) };
}

/** What is said of the response itself: its status, what went wrong in words. */
function special(seen: readonly Seen[], type: unknown, name: string): JsonObject | undefined {
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

function constant(
  seen: readonly Seen[],
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
  const isSure = counted.size === 1 && (isName || typeof value === "boolean" || Array.isArray(value));
  const others = counted.size === 1 ? "" : ", and the target has other values, too";
  if (!isSure) leave(`"${place}" is always ${JSON.stringify(value)}${others}`);
  // It has been read from JSON.
  return { type, const: JSON.parse(JSON.stringify(value)) };
}

function itemsSchema(
  seen: readonly Seen[],
  fields: readonly Field[],
  options: SchemaOptions,
  place: string,
): JsonObject | undefined {
  const items = seen.flatMap(({ value, ...rest }) =>
    (Array.isArray(value) ? value : []).map((item: unknown) => ({
      ...rest,
      value: item,
      known: knownOf(item, rest.records),
    })),
  );
  if (items.length === 0) {
    if (fields.length > 0) options.leave(`"${place}" was always empty, so its items have the sandbox's form`);
    return undefined;
  }
  if (!items.every(({ value }) => isObject(value))) return { type: typeOf(items) };
  return objectSchema(items, { ...options, fields }, `${place}[]`);
}

/** The sandbox lists the newest withdrawal first. */
function isOldestFirst(seen: readonly Seen[], list: string): boolean {
  const times = seen.map(({ value, records }) =>
    (Array.isArray(value) ? value : []).flatMap((item: unknown) => {
      const at = knownOf(item, records).get("createdAt");
      return at instanceof Date ? [at.getTime()] : [];
    }),
  );
  const pairs = times.flatMap((own) => own.slice(1).map((at, before) => at - (own[before] ?? at)));
  return list === "withdrawals" && pairs.length > 0 && pairs.every((ms) => ms >= 0);
}

/** The record that shares most of its texts with an item. */
function knownOf(item: unknown, records: readonly Known[]): Known {
  const values = isObject(item) ? Object.values(item).map(String) : [];
  let best: { readonly record: Known; readonly shared: number } = { record: new Map(), shared: 0 };
  for (const record of records) {
    const shared = [...record.values()].filter((one) => typeof one === "string" && values.includes(one)).length;
    if (shared > best.shared) best = { record, shared };
  }
  return best.record;
}

function isListOfRecords(seen: readonly Pick<Seen, "value">[]): boolean {
  return seen.every(({ value }) => Array.isArray(value) && value.every(isObject));
}

function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

interface SeenMember extends Member {
  readonly values: readonly { readonly at: number; readonly value: unknown; readonly known: Known }[];
}

function membersOf(seen: readonly Seen[]): readonly SeenMember[] {
  const names = new Set(seen.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
  return [...names].map((name) => ({
    name,
    values: seen.flatMap(({ value, known }, at) =>
      isObject(value) && Object.hasOwn(value, name) ? [{ at, value: value[name], known }] : [],
    ),
  }));
}

function at0(seen: readonly Seen[], at: number): Omit<Seen, "value"> {
  const { status, records = [], known = new Map() } = seen[at] ?? {};
  return { status, records, known };
}

function typeOf(seen: readonly { readonly value: unknown }[]): string | readonly string[] {
  const kinds = new Set(seen.map(({ value }) => kindOf(value)).map((kind) => (kind === "instant" ? "string" : kind)));
  if (kinds.has("number")) kinds.delete("integer");
  const [only = "string", ...others] = [...kinds].toSorted();
  return others.length === 0 ? only : [only, ...others];
}
