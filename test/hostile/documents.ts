import { type DocumentName, loadDocument } from "../../src/spec/document.ts";
import { listCommonResponses, listOperations, type Operation, type ResponseSpec } from "../../src/spec/operations.ts";
import type { Schema } from "../../src/spec/schema.ts";

/** An operation with what is needed to ask for it. */
export interface AskedOperation {
  readonly document: DocumentName;
  readonly operation: Operation;
  /** Bodies that the document gives as examples. */
  readonly examples: readonly unknown[];
  /** Its path with the prefix of the document, and the document's examples for the parameters. */
  readonly path: string;
}

const prefixes = { interface: "", control: "/sandbox" };

/** Every operation of both documents. */
export const askedOperations: readonly AskedOperation[] = (["interface", "control"] as const).flatMap((document) => {
  const { dereferenced } = loadDocument(document);
  return listOperations(dereferenced).map((operation) => {
    const item: unknown = dereferenced.paths?.[operation.path];
    const described = at(item, [operation.method.toLowerCase()]);
    const examples = at(described, ["requestBody", "content", "application/json", "examples"]) ?? {};
    return {
      document,
      operation,
      examples: Object.values(examples).map((example) => at(example, ["value"])),
      path: prefixes[document] + pathWith(operation, "wdr_000000000000000000000000"),
    };
  });
});

/** The path of an operation with this text, percent-encoded or not, for its parameters. */
export function pathWith({ path }: Operation, parameter: string): string {
  return path.replaceAll(/\{[^{}]+\}/g, parameter);
}

/** What any operation may answer, and what answers a request that matches none. */
export const commonResponses: Readonly<Record<DocumentName, readonly ResponseSpec[]>> = {
  interface: listCommonResponses(loadDocument("interface").dereferenced),
  control: listCommonResponses(loadDocument("control").dereferenced),
};

/** The properties of an object schema; none of anything else. */
export function propertiesOf(schema: Schema): [string, Schema][] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    if ("$ref" in property) throw new Error(`the document is not dereferenced at ${name}`);
    return [name, property];
  });
}

export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}
