import { plainName } from "../../src/report/secret-names.ts";
import { isObject } from "../judge/json.ts";
import type { ProfileField } from "./field.ts";
import { usualNames } from "./usual-names.ts";

/** What is known to be true where a body was seen, by the sandbox's names. A date is an instant give or take a second. */
export type Known = ReadonlyMap<string, unknown>;

/** A member of an object, in each of the bodies that have it. */
export interface BodyMember {
  readonly name: string;
  readonly values: readonly { readonly value: unknown; readonly known: Known }[];
}

/**
 * Returns which of the sandbox's fields the members of an object show, by name: first those of the same name, then by
 * value, then by sums that add up, then by what such fields are usually called, then what alone is left of its kind.
 */
export function meaningsOf(
  members: readonly BodyMember[],
  fields: readonly ProfileField[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const steps = [hasName, hasValue, addsUp(members), isUsual];
  for (const fits of steps) {
    for (const member of members) {
      if (found.has(member.name)) continue;
      const taken = new Set(found.values());
      const field = fields.find((one) => !taken.has(one.name) && isOfKind(one, member) && fits(member, one, found));
      if (field !== undefined) found.set(member.name, field.name);
    }
  }
  return found;
}

type Fits = (member: BodyMember, field: ProfileField, found: ReadonlyMap<string, string>) => boolean;

const hasName: Fits = ({ name }, field) => name === field.name;

const hasValue: Fits = ({ values }, { name }) =>
  values.every(({ value, known }) => !known.has(name) || isSame(known.get(name), value)) &&
  values.some(({ value, known }) => known.has(name) && isTelling(value));

const isUsual: Fits = ({ name, values }, field) => {
  const contradicts = values.some(({ value, known }) => {
    const other = known.get(field.name);
    return other !== undefined && isTelling(other) && !isSame(other, value);
  });
  return !contradicts && isUsualName({ name }, field.name);
};

export function isUsualName({ name }: Pick<BodyMember, "name">, field: string): boolean {
  return usualNames[field]?.test(plainName(name)) ?? false;
}

/** Two of a value, its fee and what is left of it make up the third. */
function addsUp(members: readonly BodyMember[]): Fits {
  return ({ values }, { name }, found) => {
    if (name !== "fee" && name !== "netValue") return false;
    const whole = members.find((member) => found.get(member.name) === "value");
    return values.every(({ value }, at) => {
      const sum = whole?.values[at]?.value;
      const rest = members.some((other) => Number(other.values[at]?.value) + Number(value) === sum);
      return rest && Number(value) > 0 && (name === "fee") === Number(value) < Number(sum) / 2;
    });
  };
}

/** Ids are texts in the sandbox, and numbers elsewhere. */
export function isId(field: string): boolean {
  return field.endsWith("Id");
}

function isOfKind({ name, kinds, values: allowed }: ProfileField, { values }: BodyMember): boolean {
  return values.every(({ value }) => {
    const kind = kindOf(value);
    if (kind === "null") return true;
    const isText = kind === "instant" || (kind === "integer" && isId(name));
    const fits = kinds.includes(kind) || (isText && kinds.includes("string"));
    return fits && (allowed.length === 0 || allowed.includes(value));
  });
}

export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isObject(value)) return "object";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? "instant" : typeof value;
}

function isSame(known: unknown, value: unknown): boolean {
  if (known instanceof Date) return Math.abs(known.getTime() - Date.parse(String(value))) < 2_000;
  const isMixed = typeof known === "string" && typeof value === "number";
  return JSON.stringify(known) === JSON.stringify(isMixed ? String(value) : value);
}

/** Small numbers and booleans are equal by chance. */
function isTelling(value: unknown): boolean {
  return typeof value === "string"
    ? value.length > 3
    : Array.isArray(value) || (typeof value === "number" && value > 99);
}
