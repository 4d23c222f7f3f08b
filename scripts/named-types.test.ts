import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { withNamedTypes } from "./named-types.ts";

const cents = { type: "integer", description: "Cents." };
const charge = {
  type: "object",
  description: "A charge.",
  properties: { total: { $ref: "#/components/schemas/Cents" } },
};
const document = (responses: object) => ({
  openapi: "3.1.0",
  info: { title: "", version: "" },
  paths: {},
  components: { schemas: { Cents: cents, Charge: charge }, responses },
});

async function typesOf(responses: object): Promise<string> {
  return astToString(withNamedTypes(await openapiTS(JSON.stringify(document(responses)))));
}

const response = (schema: object) => ({ description: "", content: { "application/json": { schema } } });

test("objects and bodies of responses get a name, plain values do not", async () => {
  const types = await typesOf({
    ChargesListed: response({ type: "object", properties: { charges: { type: "array", items: charge } } }),
    ChargeRead: response({ $ref: "#/components/schemas/Charge" }),
  });
  expect(types).toMatch(/\/\*\* @description A charge\. \*\/\nexport type Charge = \{\n +total\?:/);
  expect(types).toContain("        Charge: Charge;\n");
  expect(types).toContain('"application/json": ChargesListed;');
  expect(types).toContain('"application/json": components["schemas"]["Charge"];');
  expect(types.match(/^export type \w+/gm)).toEqual(expect.arrayContaining(["export type ChargesListed"]));
  expect(types).not.toMatch(/export type (Cents|ChargeRead)/);
});

test("a name that two types have is an error", async () => {
  await expect(typesOf({ Charge: response(charge) })).rejects.toThrow("two types of the document have the name Charge");
});
