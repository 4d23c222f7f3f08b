import { JSONPathEnvironment, type JSONPathNode, type JSONPathQuery, type JSONValue } from "json-p3";
import { tellProblems } from "./problem.ts";
import { readYaml } from "./yaml-source.ts";

/** An OpenAPI Overlay 1.0, checked. */
export interface Overlay {
  readonly title: string;
  readonly actions: readonly OverlayAction[];
}

interface OverlayAction {
  /** For messages: `acme.yaml:12:5: actions[2] ($.paths)`. */
  readonly name: string;
  readonly query: JSONPathQuery;
  readonly remove: boolean;
  readonly update: JSONValue | undefined;
}

/** An overlay file is wrong in itself, or asks for what the document cannot do; says where in the overlay. */
export class OverlayError extends Error {
  override readonly name = "OverlayError";
}

type JsonObject = { [key: string]: JSONValue };

const environment = new JSONPathEnvironment({ maxRecursionDepth: 500 });

/** What an action of an overlay has changed in the document. */
export interface OverlayChange {
  /** As messages name the action. */
  readonly name: string;
  readonly locations: readonly (readonly (string | number)[])[];
}

/**
 * Reads an overlay from YAML or JSON text. `fileName` is for messages.
 * @throws OverlayError with the place in the file: `acme.yaml:12:5: actions[2].target: ...`.
 */
export function parseOverlay(text: string, fileName = "overlay"): Overlay {
  const source = readYaml(text, fileName);
  if ("problems" in source) throw new OverlayError(tellProblems(source.problems));
  const file = source.value;
  if (!isObject(file)) throw new OverlayError("the overlay must be an object with overlay, info and actions");
  refuseOthers(file, ["overlay", "info", "extends", "actions"], "");
  if (typeof file.overlay !== "string" || !/^1\.0\.\d+$/.test(file.overlay)) {
    throw new OverlayError(`overlay: must be the version "1.0.0", got ${JSON.stringify(file.overlay)}`);
  }
  const { info, actions } = file;
  if (!isObject(info)) throw new OverlayError("info: must be an object with title and version");
  refuseOthers(info, ["title", "version"], "info.");
  const title = textAt(info, "title", "info.");
  textAt(info, "version", "info.");
  if (!Array.isArray(actions) || actions.length === 0)
    throw new OverlayError("actions: must be a list of at least one");
  const located = (action: unknown, index: number) => parseAction(action, index, source.locate(["actions", index]));
  return { title, actions: actions.map(located) };
}

/**
 * Applies an overlay to a copy of the document, action by action. Objects merge recursively, lists are appended to,
 * other values are replaced.
 *
 * Version 1.0.0 says nothing of lists inside an update, and 1.1.0 clarifies it; what is done here is what 1.1.0 says
 * and 1.0.0 does not forbid: a list is concatenated, a single value appended as an item, and kinds that do not fit
 * (an object over a list) are refused.
 * @returns the new document, a warning for each action whose target matches nothing, and what the others have changed.
 * @throws OverlayError when an update does not fit its target.
 */
export function applyOverlay<T extends object>(
  document: T,
  overlay: Overlay,
): { document: T; warnings: string[]; changes: readonly OverlayChange[] } {
  const copy = structuredClone(document);
  // A document comes from JSON, which the type of OpenAPI documents cannot say.
  const root = copy as unknown as JsonObject;
  const warnings: string[] = [];
  const changes: OverlayChange[] = [];
  for (const { name, query, remove, update } of overlay.actions) {
    // A query such as `$..x` with overlapping selectors may name a node twice.
    const named = Array.from(query.query(root), (node) => [JSON.stringify(node.location), node] as const);
    const nodes = [...new Map(named).values()];
    if (nodes.length === 0) warnings.push(`${name}: the target matches nothing in the document`);
    changes.push({ name, locations: nodes.map(({ location }) => location) });
    // Backwards, so that removing an item of a list does not move those still to be removed.
    if (remove) for (const node of nodes.sort(laterFirst)) removeNode(root, node, name);
    else if (update !== undefined) for (const { value } of nodes) updateValue(value, update, name);
  }
  return { document: copy, warnings, changes };
}

function parseAction(action: unknown, index: number, at: string): OverlayAction {
  const place = `${at}: actions[${index}]`;
  if (!isObject(action)) throw new OverlayError(`${place}: must be an object with target and update or remove`);
  refuseOthers(action, ["target", "description", "update", "remove"], `${place}.`);
  const target = textAt(action, "target", `${place}.`);
  const { remove = false, update } = action;
  if (typeof remove !== "boolean") throw new OverlayError(`${place}.remove: must be true or false`);
  if (!remove && update === undefined) throw new OverlayError(`${place}: needs update, or remove: true`);
  return { name: `${place} (${target})`, query: compileTarget(target, place), remove, update };
}

function compileTarget(target: string, place: string): JSONPathQuery {
  try {
    return environment.compile(target);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OverlayError(`${place}.target: "${target}" is not a JSONPath (RFC 9535): ${reason}`);
  }
}

function removeNode(root: JsonObject, node: JSONPathNode, name: string): void {
  const key = node.location.at(-1);
  if (key === undefined) throw new OverlayError(`${name}: the whole document cannot be removed`);
  const parent = node.toPointer().parent().resolve(root);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (isObject(parent)) delete parent[key];
}

function updateValue(target: JSONValue, update: JSONValue, name: string): void {
  if (Array.isArray(target)) append(target, update);
  else if (isObject(target) && isObject(update)) mergeInto(target, update, name, "update");
  else if (isObject(target)) throw new OverlayError(`${name}: the target is an object, so update must be one too`);
  else throw new OverlayError(`${name}: the target is a single value; choose the object that contains it`);
}

function mergeInto(target: JsonObject, update: JsonObject, name: string, at: string): void {
  for (const [key, value] of Object.entries(update)) {
    const place = `${at}.${key}`;
    const before = Object.hasOwn(target, key) ? target[key] : undefined;
    // Unlike an assignment, this makes a property of `__proto__`, too.
    if (before === undefined) Object.defineProperty(target, key, { ...ORDINARY, value: structuredClone(value) });
    else if (kindOf(before) !== kindOf(value)) {
      const kinds = `is ${kindOf(value)}, the document has ${kindOf(before)}`;
      throw new OverlayError(`${name}: ${place} ${kinds}; remove that in an action before this one`);
    } else if (Array.isArray(before)) append(before, value);
    else if (isObject(before) && isObject(value)) mergeInto(before, value, name, place);
    else target[key] = value;
  }
}

function append(list: JSONValue[], update: JSONValue): void {
  list.push(...[update].flat(1).map((item) => structuredClone(item)));
}

const ORDINARY = { writable: true, enumerable: true, configurable: true };

/** A total order in which an item of a list comes before those in front of it, and a node before what contains it. */
function laterFirst({ location: a }: JSONPathNode, { location: b }: JSONPathNode): number {
  for (const [depth, key] of a.entries()) {
    const other = b[depth];
    if (other === undefined || key === other) continue;
    return key < other ? 1 : -1;
  }
  return b.length - a.length;
}

function kindOf(value: JSONValue): string {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : "a single value";
}

function textAt(parent: JsonObject, key: string, place: string): string {
  const value = parent[key];
  if (typeof value !== "string" || value === "") throw new OverlayError(`${place}${key}: must be a text`);
  return value;
}

function refuseOthers(parent: JsonObject, allowed: readonly string[], place: string): void {
  const other = Object.keys(parent).find((key) => !allowed.includes(key) && !key.startsWith("x-"));
  if (other) throw new OverlayError(`${place}${other}: is not known here; allowed: ${allowed.join(", ")} and x-...`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
