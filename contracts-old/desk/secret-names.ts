import { secretNames } from "../../src/report/secret-names.ts";
import { sourceOf } from "../description/description.ts";
import { isObject, type JsonObject } from "../description/json.ts";

/** What a described interface, its overlay applied, calls its secrets. */
export function secretNamesIn(document: JsonObject): readonly string[] {
  const names = new Set(secretNames);
  for (const [name, property] of propertiesIn(document)) {
    if (secretNames.includes(sourceOf(property, name))) names.add(name);
  }
  return [...names];
}

function* propertiesIn(value: unknown): Generator<readonly [string, JsonObject]> {
  if (typeof value !== "object" || value === null) return;
  if (isObject(value) && isObject(value.properties)) {
    for (const [name, property] of Object.entries(value.properties)) if (isObject(property)) yield [name, property];
  }
  for (const child of Object.values(value)) yield* propertiesIn(child);
}
