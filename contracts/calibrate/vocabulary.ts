import { isObject, type Json } from "../judge/json.ts";
import type { ProfileField } from "../profile/field.ts";
import { type BodyMember, isUsualName } from "../profile/meaning.ts";

/** The target's words by the sandbox's values. */
export type Words = Readonly<Record<string, Json>>;

export interface Vocabulary {
  readonly field: string;
  readonly words: Words;
}

/**
 * Returns the members that show one of the sandbox's few values in words of the target: where it is known what is true,
 * each value has one word. A word of which nothing is known stands for the only value that is left.
 */
export function vocabulariesOf(
  members: readonly BodyMember[],
  fields: readonly ProfileField[],
  meanings: ReadonlyMap<string, string>,
): ReadonlyMap<string, Vocabulary> {
  const found = new Map<string, Vocabulary>();
  for (const member of members) {
    const own = meanings.get(member.name);
    const taken = new Set([...meanings.values(), ...[...found.values()].map(({ field }) => field)]);
    const field = fields.find(({ name }) =>
      own === undefined ? !taken.has(name) && isUsualName(member, name) : name === own,
    );
    const words = field && wordsFor(member, field);
    if (field !== undefined && words !== undefined) found.set(member.name, { field: field.name, words });
  }
  return found;
}

/**
 * Returns the words of a member that is there only sometimes: where that depends on one of the sandbox's few values alone.
 * `records`: all objects, `value` undefined in those without the member.
 */
export function conditionOf(records: BodyMember["values"], fields: readonly ProfileField[]): Vocabulary | undefined {
  const isFlat = records.every(({ value }) => value !== null && typeof value !== "object");
  for (const { name } of isFlat ? fields.filter(({ values }) => values.length > 0) : []) {
    const words = [...(wordsByValue(records, name) ?? [])].filter(([, word]) => word !== undefined);
    if (words.length > 0) return { field: name, words: plain(words) };
  }
  return undefined;
}

function wordsFor({ values }: BodyMember, { name, kinds, values: listed }: ProfileField): Words | undefined {
  const own = kinds.includes("boolean") ? [true, false] : listed;
  if (own.length === 0 || values.some(({ value }) => value === null || isObject(value) || Array.isArray(value))) return;
  const words = wordsByValue(values, name);
  if (words === undefined) return undefined;
  const spare = [...new Set(values.map(({ value }) => value))].filter((value) => ![...words.values()].includes(value));
  const left = own.filter((value) => !words.has(String(value)));
  if (words.size > 0 && spare.length === 1 && left.length === 1) words.set(String(left[0]), spare[0]);
  const changed = [...words].filter(([value, word]) => !(own.map(String).includes(value) && value === word));
  return changed.length === 0 ? undefined : plain(changed);
}

/** The word for each of the field's values. Undefined where the same is told in two ways: then something else is told. */
function wordsByValue(values: BodyMember["values"], field: string): Map<string, unknown> | undefined {
  const words = new Map<string, unknown>();
  for (const { value, known } of values) {
    if (!known.has(field)) continue;
    const own = String(known.get(field));
    if (words.has(own) && words.get(own) !== value) return undefined;
    words.set(own, value);
  }
  return words;
}

/** All of it has been read from JSON. */
function plain(words: readonly (readonly [string, unknown])[]): Words {
  return JSON.parse(JSON.stringify(Object.fromEntries(words)));
}
