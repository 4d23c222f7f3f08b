import { readFileSync } from "node:fs";
import SwaggerParser from "@apidevtools/swagger-parser";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../scripts/assumptions.ts";
import { contentsOf, list, members, operationNodes } from "./facts.ts";

const ajv = new Ajv2020({
  strict: true,
  // `required` beside `oneOf` names properties that the schema around it defines, which this rule forbids.
  strictRequired: false,
  allErrors: true,
  keywords: ["x-value", "x-assumed", "x-secret", "x-opaque", "x-format"],
});
ajvFormats.default(ajv);

function complaints(schema: Json | undefined, value: Json | undefined): string {
  if (!isObject(schema)) return "there is no schema";
  return ajv.validate(schema, value) ? "" : ajv.errorsText();
}

/** All objects below a node of a dereferenced document that are schemas, itself included. */
function schemasBelow(schema: Json | undefined): JsonObject[] {
  if (!isObject(schema)) return [];
  const inner = [...list(schema.oneOf), ...list(schema.allOf), ...members(schema.properties).map(([, each]) => each)];
  const ofMaps = [schema.propertyNames, schema.additionalProperties];
  return [schema, ...[...inner, ...ofMaps, schema.items].flatMap(schemasBelow)];
}

describe.each(["interface.yaml", "control.yaml"])("openapi/%s", async (name) => {
  const path = new URL(name, import.meta.url).pathname;
  const text = readFileSync(path, "utf8");
  const document: JsonObject = JSON.parse(JSON.stringify(await SwaggerParser.dereference(path)));
  const nodes = operationNodes(document);
  const operations = nodes.filter(({ isNotification }) => !isNotification);
  const responses = [
    ...operations.flatMap(({ name, node }) =>
      members(node.responses).map(([status, node]) => ({ name, status, node })),
    ),
    ...members(document["x-responses"]).map(([status, node]) => ({ name: "x-responses", status, node })),
  ];

  test("is a valid OpenAPI document", async () => {
    await expect(SwaggerParser.validate(path)).resolves.toBeDefined();
  });

  test("refers to nothing outside and has no component that nothing refers to", () => {
    const references = new Set(Array.from(text.matchAll(/\$ref: "([^"]*)"/g), ([, target]) => target));
    const components = members(document.components)
      .filter(([section]) => section !== "securitySchemes")
      .flatMap(([section, item]) => Object.keys(item).map((key) => `#/components/${section}/${key}`));
    expect([...references].toSorted()).toEqual(components.toSorted());
  });

  test("every operation has an operationId of its own", () => {
    const ids = nodes.map(({ node }) => node.operationId);
    expect(ids.filter((id) => typeof id !== "string")).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("every response of an operation renders outcomes, and no outcome is in two of them", () => {
    expect(responses.filter(({ node }) => outcomesOf(node).length === 0)).toEqual([]);
    for (const owner of [...operations.map(({ node }) => node.responses), document["x-responses"]]) {
      const outcomes = members(owner).flatMap(([, response]) => outcomesOf(response));
      expect(outcomes).toEqual([...new Set(outcomes)]);
    }
  });

  test.each(responses)("$name $status: an example for each outcome, as the schema says", ({ status, node }) => {
    const contents = contentsOf(node);
    // A media type that is no JSON names the outcomes that are its own.
    const others = contents.filter((content) => outcomesOf(content).length > 0);
    const ofJson = outcomesOf(node).filter((outcome) => !others.flatMap(outcomesOf).includes(outcome));
    expect(contents.length - others.length).toBe(status === "204" ? 0 : 1);
    for (const content of contents) {
      const { schema, examples } = content;
      const outcomes = others.includes(content) ? outcomesOf(content) : ofJson;
      expect(members(examples).map(([outcome]) => outcome)).toEqual(outcomes);
      for (const [outcome, { value }] of members(examples)) {
        expect(complaints(schema, value)).toBe("");
        if (isObject(value)) expectEnvelope(value, outcome, status, node);
      }
    }
  });

  test.each(nodes)("$name: its request examples are what it takes", ({ name, node, parameters }) => {
    for (const { schema, example } of parameters) expect(complaints(schema, example)).toBe("");
    for (const { schema, examples } of contentsOf(node.requestBody)) {
      const values = members(examples).map(([, { value }]) => value);
      if (name !== "charge.received") expect(values).not.toEqual([]);
      for (const value of values) expect(complaints(schema, value)).toBe("");
    }
  });

  test.each(operations)("$name: takes nothing without bounds", ({ node, parameters }) => {
    const given = [...contentsOf(node.requestBody), ...parameters].flatMap(({ schema }) => schemasBelow(schema));
    expect(given.filter((schema) => !isBounded(schema))).toEqual([]);
  });

  test("e-mail addresses are on a reserved domain", () => {
    const addresses = Array.from(text.matchAll(/[\w.+-]+@([\w-]+\.[\w.-]+)/g), ([, domain]) => domain);
    expect(addresses.filter((domain) => domain !== "example.com")).toEqual([]);
  });
});

function outcomesOf(response: JsonObject): Json[] {
  const outcomes = response["x-outcomes"];
  return Array.isArray(outcomes) ? [...outcomes] : [];
}

/** What the renderer fills in by itself must read in the examples as it will on the wire. */
function expectEnvelope(value: JsonObject, outcome: string, status: string, response: JsonObject): void {
  const code = outcome.toUpperCase().replaceAll("-", "_");
  if (status.startsWith("2")) {
    if ("message" in value) expect(value).toMatchObject({ status: Number(status), message: response.description });
  } else if ("detail" in value) {
    expect(value).toMatchObject({ type: `urn:saldo:problem:${outcome}`, status: Number(status), code });
  } else {
    expect(value).toMatchObject({ status: Number(status), data: { code } });
  }
}

function isBounded(schema: JsonObject): boolean {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (schema.enum !== undefined || schema.const !== undefined || schema.oneOf !== undefined) return true;
  if (types.includes("integer") || types.includes("number")) return hasMinimum(schema) && "maximum" in schema;
  if (types.includes("string")) return "maxLength" in schema || /^\^[^*+]*\$$/.test(`${schema.pattern}`);
  if (types.includes("array")) return "maxItems" in schema;
  if (isObject(schema.additionalProperties)) return "maxProperties" in schema && isObject(schema.propertyNames);
  if (schema.unevaluatedProperties === false) return true;
  return schema.additionalProperties === false || schema.properties === undefined;
}

function hasMinimum(schema: JsonObject): boolean {
  return "minimum" in schema || "exclusiveMinimum" in schema;
}
