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

/** Returns what the documents say of an operation. Where both have a name, it is the control plane's. */
export function documentedOperation(operationId: string): Documented {
  documented ??= new Map([...operationsOf("interface", ""), ...operationsOf("control", "/sandbox")]);
  const found = documented.get(operationId);
  if (found === undefined) throw new Error(`no document has the operation ${operationId}`);
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
    return { name, place: "body", schema, text: schema.description, example: schema.examples?.[0] };
  });
}
