import { loadDocument } from "../spec/document.ts";
import { listOperations, type Operation } from "../spec/operations.ts";
import type { Schema } from "../spec/schema.ts";

/** What an operation takes: a parameter of its path or query, or a property of its body. */
export interface OperationInput {
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly schema: Schema;
  readonly text: string | undefined;
  readonly example: unknown;
}

/** An operation as a verb knows it. */
export interface Documented extends Operation {
  /** From the root of the sandbox. */
  readonly path: string;
  readonly inputs: readonly OperationInput[];
}

let documented: ReadonlyMap<string, Documented> | undefined;

/** Returns all operations by their names. Where both documents have a name, that of the platform begins with `platform.`. */
export function documentedOperations(): ReadonlyMap<string, Documented> {
  if (documented === undefined) {
    const control = operationsOf("control", "/sandbox");
    const names = new Set(control.map(([name]) => name));
    const platform = operationsOf("interface", "");
    documented = new Map([
      ...platform.map(([name, one]) => [names.has(name) ? `platform.${name}` : name, one] as const),
      ...control,
    ]);
  }
  return documented;
}

export function documentedOperation(name: string): Documented {
  const found = documentedOperations().get(name);
  if (found === undefined) throw new Error(`no document has the operation ${name}`);
  return found;
}

function operationsOf(name: "interface" | "control", prefix: string): readonly (readonly [string, Documented])[] {
  return listOperations(loadDocument(name).dereferenced).map((operation) => {
    const { operationId, parameters, body, path } = operation;
    const given = (["path", "query"] as const).flatMap((place) =>
      parameters[place].map(({ name, schema, description: text, example }) => ({ name, place, schema, text, example })),
    );
    return [operationId, { ...operation, path: prefix + path, inputs: [...given, ...propertiesOf(body?.schema)] }];
  });
}

/** Returns the properties of a body, with those of each kind that it can have. */
function propertiesOf({ properties = {}, oneOf = [] }: Schema = {}): readonly OperationInput[] {
  const all = [properties, ...oneOf.map((kind) => kind.properties ?? {})].flatMap(Object.entries<Schema>);
  return [...Map.groupBy(all, ([name]) => name)].map(([name, same]) => {
    const choices = new Set(same.flatMap(([, { enum: values = [], const: value = [] }]) => [...values, value].flat()));
    const { const: _, ...first } = same[0]?.[1] ?? {};
    const schema = { ...first, ...(choices.size > 0 && { enum: [...choices] }) };
    const texts = new Set(same.flatMap(([, { description = [] }]) => description));
    const own = texts.size > 1 ? textsByKind(oneOf, name) : [...texts];
    const text = [own, oneOf.flatMap((kind) => kindText(name, kind))].flat().join("\n");
    return { name, place: "body", schema, text: text || undefined, example: schema.examples?.[0] };
  });
}

/** Returns what a property means in each kind of body that has it: `latency: How long, of real time.` */
function textsByKind(kinds: readonly Schema[], name: string): readonly string[] {
  const having = kinds.filter(({ properties }) => properties?.[name]?.description !== undefined);
  const byText = Map.groupBy(having, ({ properties }) => properties?.[name]?.description);
  return [...byText].map(([text, same]) => `${same.flatMap(kindOf).join(", ")}: ${text}`);
}

function kindOf({ properties = {} }: Schema): readonly unknown[] {
  return Object.values(properties).flatMap(({ const: value }) => value ?? []);
}

/** Returns what a kind of body is, where the value of this property says that a body is of this kind. */
function kindText(name: string, { properties = {}, description = "" }: Schema): readonly string[] {
  const value = properties[name]?.const;
  return value === undefined || description === "" ? [] : [`${value}: ${description}`];
}
