import type { SchemaObject } from "openapi3-ts/oas31";
import { type Kinds, kindsOf } from "../../spec/inputs-kinds.ts";
import { type AnySchema, mergeSchema } from "../../spec/merge-schema.ts";
import type { Operation } from "../../spec/operations.ts";
import { isHidden } from "../../spec/problem.ts";

/** What a document says of a value that clients send. */
export interface KnownInput {
  /** A code, a secret or a key, under whatever name. */
  readonly isSecret: boolean;
  readonly kinds: Kinds;
  readonly members: ReadonlyMap<string, KnownInput>;
  readonly items: KnownInput | null;
}

/** What a document says of an operation's calls. */
export interface KnownCall {
  readonly body: KnownInput | null;
  readonly query: ReadonlyMap<string, KnownInput>;
  /** The names of secrets in its answers. */
  readonly secretsInAnswers: ReadonlySet<string>;
}

export function knownCall({ body, parameters, responses }: Operation): KnownCall {
  const query = parameters.query.map(({ name, schema }) => [name, knownInput(schema, name)] as const);
  const secretsInAnswers = new Set<string>();
  for (const { schema } of responses) if (schema !== null) collectSecrets(schema, secretsInAnswers);
  return { body: body && knownInput(body.schema, "body"), query: new Map(query), secretsInAnswers };
}

/** `name`: of the property or parameter. What it means is said by `x-value`, where it has one. */
function knownInput(schema: AnySchema, name: string): KnownInput {
  const merged = merge(schema);
  const members = Object.entries(merged.properties ?? {}).map(
    ([member, property]) => [member, knownInput(property, member)] as const,
  );
  const items = merged.items === undefined ? null : knownInput(merged.items, name);
  return { isSecret: isSecret(name, merged), kinds: kindsOf(schema), members: new Map(members), items };
}

function collectSecrets(schema: AnySchema, names: Set<string>): void {
  const { properties = {}, items } = merge(schema);
  for (const [name, property] of Object.entries(properties)) {
    if (isSecret(name, merge(property))) names.add(name);
    collectSecrets(property, names);
  }
  if (items !== undefined) collectSecrets(items, names);
}

function isSecret(name: string, schema: SchemaObject): boolean {
  const meaning: unknown = schema["x-value"];
  return isHidden(name) || isHidden(String(meaning).replaceAll(".", "/"));
}

/** Of a schema that nobody could follow nothing is known, so that nothing is shown. */
function merge(schema: AnySchema): SchemaObject {
  try {
    return mergeSchema(schema, {});
  } catch {
    return {};
  }
}
