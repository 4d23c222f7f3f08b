import { isObject } from "../judge/json.ts";
import type { ProfileField } from "../profile/field.ts";
import { type Known, kindOf } from "../profile/meaning.ts";

/** A body that was seen, with what is known to be true of it. */
export interface Sample {
  /** As JSON; undefined where it is none. */
  readonly body: unknown;
  /** A body that is no JSON; empty for one that is, and where there is none. */
  readonly text: string;
  /** The media type of the body, without parameters. */
  readonly type: string | undefined;
  readonly known: Known;
  /** Undefined for a notification. */
  readonly status: number | undefined;
  /** What is known of records that a list may have; one of its values tells which is which. */
  readonly records: readonly Known[];
}

export interface SchemaOptions {
  readonly fields: readonly ProfileField[];
  /** Whether the schema is for outcomes beside those that were seen, so that constants of these are left open. */
  readonly isGeneral: boolean;
  readonly leave: (what: string) => void;
}

/** A value that was seen in bodies, with what is known there. */
export interface SampledValue extends Pick<Sample, "status" | "records" | "known"> {
  readonly value: unknown;
}

/** Returns the type of these values in JSON Schema, or all that they have. */
export function typeOf(seen: readonly { readonly value: unknown }[]): string | readonly string[] {
  const kinds = new Set(seen.map(({ value }) => kindOf(value)).map((kind) => (kind === "instant" ? "string" : kind)));
  if (kinds.has("number")) kinds.delete("integer");
  const [only = "string", ...others] = [...kinds].toSorted();
  return others.length === 0 ? only : [only, ...others];
}

/** The sandbox lists the newest withdrawal first. */
export function isOldestFirst(seen: readonly SampledValue[], list: string): boolean {
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
export function knownOf(item: unknown, records: readonly Known[]): Known {
  const values = isObject(item) ? Object.values(item).map(String) : [];
  let best: { readonly record: Known; readonly shared: number } = { record: new Map(), shared: 0 };
  for (const record of records) {
    const shared = [...record.values()].filter((one) => typeof one === "string" && values.includes(one)).length;
    if (shared > best.shared) best = { record, shared };
  }
  return best.record;
}

export function isListOfRecords(seen: readonly Pick<SampledValue, "value">[]): boolean {
  return seen.every(({ value }) => Array.isArray(value) && value.every(isObject));
}

export function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

export function sampledMembers(seen: readonly SampledValue[]) {
  const names = new Set(seen.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
  const valueIn = (one: SampledValue, name: string) =>
    isObject(one.value) && Object.hasOwn(one.value, name) ? [{ ...one, value: one.value[name] }] : [];
  return [...names].map((name) => ({ name, values: seen.flatMap((one) => valueIn(one, name)) }));
}
