import { isObject, type Json, type JsonObject } from "../../description/json.ts";

/** An action of an overlay with what was seen. */
export interface OverlayAction {
  readonly target: string;
  readonly remove?: true;
  readonly update?: JsonObject;
  /** Lines. */
  readonly comment: readonly string[];
}

/**
 * The actions that make one node of a document into another: removals of what is gone or of another kind, then one update
 * with all that is new.
 */
export function actionsBetween(
  path: readonly string[],
  before: JsonObject,
  after: JsonObject,
  comment: readonly string[],
): readonly OverlayAction[] {
  const gone: (readonly string[])[] = [];
  const update = difference(path, before, after, gone);
  const removals = gone.map((place) => ({ target: jsonPath(place), remove: true as const }));
  const updates = Object.keys(update).length === 0 ? [] : [{ target: jsonPath(path), update }];
  // What was seen is told once.
  return [...removals, ...updates].map((action, index) => ({ ...action, comment: index === 0 ? comment : [] }));
}

/** What is new or other; what must go first is added to `gone`. */
function difference(
  path: readonly string[],
  before: JsonObject,
  after: JsonObject,
  gone: (readonly string[])[],
): JsonObject {
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) gone.push([...path, name]);
  const changed = Object.entries(after).flatMap(([name, value]): [string, Json][] => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (old === undefined) return [[name, value]];
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    if (isObject(old) && isObject(value) && "$ref" in old === "$ref" in value) {
      const inside = difference([...path, name], old, value, gone);
      return Object.keys(inside).length === 0 ? [] : [[name, inside]];
    }
    if (typeof old === "object" || typeof value === "object") gone.push([...path, name]);
    return [[name, value]];
  });
  return Object.fromEntries(changed);
}

/** A path as a JSONPath (RFC 9535). */
export function jsonPath(path: readonly string[]): string {
  const segments = path.map((name) => {
    if (/^[A-Za-z_]\w*$/.test(name)) return `.${name}`;
    return `['${name.replaceAll(/['\\]/g, "\\$&")}']`;
  });
  return `$${segments.join("")}`;
}
