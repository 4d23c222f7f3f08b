import { isObject } from "../judge/json.ts";
import type { BodyMember, Known } from "../profile/meaning.ts";
import type { SampledValue } from "./sample.ts";

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

export function sampledMembers(
  seen: readonly SampledValue[],
): readonly (BodyMember & { readonly values: readonly SampledValue[] })[] {
  const names = new Set(seen.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
  return [...names].map((name) => ({
    name,
    values: seen.flatMap((one) =>
      isObject(one.value) && Object.hasOwn(one.value, name) ? [{ ...one, value: one.value[name] }] : [],
    ),
  }));
}
