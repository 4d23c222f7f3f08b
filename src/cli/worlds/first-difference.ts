import type { FixturePath } from "../../spec/fixture-place.ts";

/** Where two values of JSON differ first; null when they are alike. In which order an object has its fields says nothing. */
export function firstDifference(one: unknown, other: unknown, place: FixturePath = []): FixturePath | null {
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) {
    return one === other ? null : place;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const inner = [...place, Array.isArray(one) ? Number(key) : key];
    const found = firstDifference(Reflect.get(one, key), Reflect.get(other, key), inner);
    if (found !== null) return found;
  }
  return null;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
