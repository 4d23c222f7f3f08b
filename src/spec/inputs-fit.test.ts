import { describe, expect, it } from "vitest";
import { DOCUMENT_NAMES, loadDocument } from "./document.ts";
import { refuseOtherInputs } from "./inputs-fit.ts";
import { listOperations, type Operation, type Parameter } from "./operations.ts";
import type { Schema } from "./schema.ts";

function withInputs(schema: Schema | null, query: readonly Parameter[] = [], required = true): Operation {
  return {
    operationId: "pay",
    method: "POST",
    path: "/pay",
    route: "/pay",
    security: [],
    parameters: { path: [], query, header: [], cookie: [] },
    body: schema && { required, schema },
    responses: [],
  };
}

function object(properties: NonNullable<Schema["properties"]>, required = Object.keys(properties)): Schema {
  return { type: "object", additionalProperties: false, required, properties };
}

const person = object({ name: { type: "string" }, phone: { type: ["string", "null"] } }, ["name"]);
const built = withInputs(
  object({ value: { type: "integer" }, payer: person, people: { type: "array", items: person } }, ["value"]),
  [{ name: "limit", required: false, schema: { type: "integer", default: 10 } }],
);

/** `built` with other properties in its body, or without those that are undefined. */
function given(changes: Record<string, Schema | undefined>, required = ["value"], query = built.parameters.query) {
  const all = Object.entries({ ...built.body?.schema.properties, ...changes });
  const properties = Object.fromEntries(all.flatMap(([name, schema]) => (schema ? [[name, schema]] : [])));
  return withInputs(object(properties, required), query);
}

describe("inputs fit", () => {
  it.each(DOCUMENT_NAMES)("for each operation of %s beside itself", (name) => {
    for (const operation of listOperations(loadDocument(name).dereferenced)) refuseOtherInputs(operation, operation);
  });

  it.each<[string, Operation]>([
    ["another name", given({ value: undefined, amount: { type: "integer", "x-value": "value" } }, ["amount"])],
    ["a narrower type", given({ payer: object({ name: { const: "Ana" }, phone: { type: "null" } }) })],
    ["an optional field required, another gone", given({ people: undefined }, ["value", "payer"])],
    [
      "an object in parts",
      given({ payer: undefined, payerName: { type: "string", "x-value": "payer.name" } }, ["value", "payerName"]),
    ],
    [
      "a part in an object",
      given({ value: undefined, pay: { ...object({ value: { type: "integer" } }), "x-value": "$" } }, ["pay"]),
    ],
    [
      "a parameter required instead of its default",
      given({}, ["value"], [{ name: "n", required: true, schema: { type: "integer", "x-value": "limit" } }]),
    ],
  ])("with %s", (_name, operation) => {
    expect(() => refuseOtherInputs(operation, built)).not.toThrow();
  });

  it.each<[RegExp, Operation]>([
    [
      /^pay: the code needs the field body\.value, and the document feeds it from nothing/,
      given({ value: undefined }, []),
    ],
    [/needs the field body\.value, and the document does not require it/, given({}, [])],
    [
      /body\.value.*does not require/,
      given(
        {
          value: undefined,
          pay: { ...object({ value: { type: "integer" } }), type: ["object", "null"], "x-value": "$" },
        },
        ["pay"],
      ),
    ],
    [/body\.note, which the code does not know; it knows: body\.value, body\.payer/, given({ note: {} })],
    [/needs the field body\.people\[\*\]\.name/, given({ people: { type: "array", items: object({}) } })],
    [/items of the field body\.people/, given({ people: { type: "array" } })],
    [
      /body\.payer\.name.*does not require/,
      given({ payer: undefined, payerName: { type: "string", "x-value": "payer.name" } }),
    ],
    [/takes integer in the field body\.value, and the document allows string/, given({ value: { type: "string" } })],
    [/takes integer in .*allows number or null/, given({ value: { type: ["number", "null"] } })],
    [/allows integer or string/, given({ value: { oneOf: [{ type: "integer" }, { type: "string" }] } })],
    [
      /query\.limit.*does not require/,
      given({}, ["value"], [{ name: "limit", required: false, schema: { type: "integer" } }]),
    ],
    [/needs the field body, and/, withInputs(null, built.parameters.query)],
    [
      /field body, and the document does not require/,
      withInputs(built.body?.schema ?? {}, built.parameters.query, false),
    ],
    [
      /pay: its requests cannot be followed: \$\.body\.payer: .*choice/,
      given({ payer: { oneOf: [person, object({ id: {} })] } }),
    ],
  ])("not where %s", (message, operation) => {
    expect(() => refuseOtherInputs(operation, built)).toThrow(message);
  });
});
