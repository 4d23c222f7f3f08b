import { rememberingLast } from "../../remembering.ts";
import { redacted } from "../../report/secret-names.ts";
import type { Operation } from "../../spec/operations.ts";
import { isHidden } from "../../spec/problem.ts";
import { mergeSchema, type Schema } from "../../spec/schema.ts";
import { isKeptBody } from "./kept-body.ts";
import { withoutSecrets } from "./secret-texts.ts";

/** What the document says of a value that clients send. */
interface KnownValue {
  readonly isSecret: boolean;
  readonly members: ReadonlyMap<string, KnownValue>;
  readonly items: KnownValue | null;
}

/** Hides, in the calls of an operation, what the document marks as secret and what it does not name. */
export class CallRedaction {
  readonly #body: KnownValue | null;
  readonly #query: ReadonlyMap<string, KnownValue>;
  /** The names of secrets in answers. */
  readonly #answerSecrets = new Set<string>();
  /** Many clients get the same answer again and again. */
  readonly #hiddenAgain = rememberingLast((answer: string) => this.#hidden(answer));

  /** `operation`: null where there is no such operation, so that nothing is named. */
  constructor(operation: Operation | null) {
    const { body = null, parameters, responses = [] } = operation ?? {};
    this.#body = body && knownValue(body.schema, "body");
    this.#query = new Map(parameters?.query.map(({ name, schema }) => [name, knownValue(schema, name)]));
    for (const { schema } of responses) if (schema !== null) collectSecrets(schema, this.#answerSecrets);
  }

  /** Returns a path with its query. Values of parameters that the document does not name are hidden. */
  target(target: string): string {
    if (!target.includes("?")) return withoutSecrets(target);
    const [path = "", ...queries] = target.split("?");
    const pairs = queries.join("?").split("&");
    return withoutSecrets(`${path}?${pairs.map((pair) => this.#pair(pair)).join("&")}`);
  }

  /** Returns what is shown of a request's body, which is given as text, too. */
  requestBody(body: object, text: string): string {
    // An escape may hide a secret from those that search for it; written anew, a text has only few.
    const isHarmless = isKeptBody(text) && !text.includes("\\") && hasOnlyKnownScalars(body, this.#body);
    return withoutSecrets(isHarmless ? text : JSON.stringify(shownOf(body, this.#body)));
  }

  answer(text: string): string {
    // One with secrets stays nowhere.
    return this.#answerSecrets.size > 0 ? this.#hidden(text) : this.#hiddenAgain(text);
  }

  #hidden(text: string): string {
    if (this.#answerSecrets.size === 0) return withoutSecrets(text);
    const hide = (name: string, value: unknown) => (this.#answerSecrets.has(name) ? redacted : value);
    return withoutSecrets(JSON.stringify(JSON.parse(text, hide)));
  }

  #pair(pair: string): string {
    const [name = "", ...values] = pair.split("=");
    const known = this.#query.get(name);
    return values.length === 0 || (known !== undefined && !known.isSecret) ? pair : `${name}=${redacted}`;
  }
}

function shownOf(value: unknown, known: KnownValue | null | undefined): unknown {
  if (known === null || known === undefined || known.isSecret) return redacted;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return known.items === null ? redacted : value.map((item) => shownOf(item, known.items));
  if (known.members.size === 0) return redacted;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shownOf(member, known.members.get(name))]),
  );
}

/** Returns whether nothing of a body is hidden. Most bodies are such; others are looked at closely. */
function hasOnlyKnownScalars(body: object, known: KnownValue | null): boolean {
  if (known === null || Array.isArray(body)) return false;
  for (const [name, value] of Object.entries(body)) {
    const member = known.members.get(name);
    if (member === undefined || member.isSecret || (typeof value === "object" && value !== null)) return false;
  }
  return true;
}

/** `name`: of the property or parameter. */
function knownValue(schema: Schema, name: string): KnownValue {
  const merged = merge(schema);
  const members = Object.entries(merged.properties ?? {}).map(
    ([member, property]) => [member, knownValue(property, member)] as const,
  );
  const items = merged.items === undefined ? null : knownValue(merged.items, name);
  return { isSecret: isSecret(name, merged), members: new Map(members), items };
}

function collectSecrets(schema: Schema, names: Set<string>): void {
  const { properties = {}, items } = merge(schema);
  for (const [name, property] of Object.entries(properties)) {
    if (isSecret(name, merge(property))) names.add(name);
    collectSecrets(property, names);
  }
  if (items !== undefined) collectSecrets(items, names);
}

/** A code that an overlay calls by another name is still a code: `x-value` says so. */
function isSecret(name: string, schema: Schema): boolean {
  const meaning = String(schema["x-value"]).replaceAll(".", "/");
  return schema["x-secret"] === true || isHidden(name) || isHidden(meaning);
}

/** Returns an empty schema for one that cannot be merged, so that nothing of its values is shown. */
function merge(schema: Schema): Schema {
  try {
    return mergeSchema(schema, {});
  } catch {
    return {};
  }
}
