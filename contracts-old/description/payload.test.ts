import { expect, test } from "vitest";
import type { JsonObject } from "./json.ts";
import { type Node, Tree } from "./node.ts";
import { describedPayload, foundPayload } from "./payload.ts";

const tree = new Tree({});
const nodeOf = (value: JsonObject): Node => ({ path: ["schema"], value });
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const marked = { "x-assumed": "why" };

test.each([
  ["what shows the whole outcome", object({ status: { "x-value": "$status" }, data: { "x-value": "$" } }), ["data"]],
  ["a list of what is listed", object({ data: { "x-value": "things", type: "array", items: {} } }), ["data"]],
  ["within another container", object({ response: object({ body: { "x-value": "$" } }) }), ["response", "body"]],
  ["the body, where nothing contains it", object({ id: {}, note: {} }), []],
  ["the body, though it has a list among its members", object({ id: {}, names: { type: "array", items: {} } }), []],
  [
    "a refusal with what is wrong, which is no list of anything",
    object({
      data: { "x-value": "$", ...object({ code: { "x-value": "$code" }, problems: { type: "array", items: {} } }) },
    }),
    ["data"],
  ],
])("the payload is described to be %s", (_, schema, place) => {
  expect(describedPayload(tree, nodeOf(schema)).place).toEqual(place);
});

test.each([
  ["shown by the document", { "x-value": "$" }, true],
  ["an assumption", { "x-value": "$", ...marked }, false],
])("the container of a payload is %s", (_, data, documentedPlace) => {
  expect(describedPayload(tree, nodeOf(object({ data }))).documentedPlace).toBe(documentedPlace);
});

const thing = describedPayload(
  tree,
  nodeOf(object({ data: { "x-value": "$", ...object({ id: {}, cents: {}, note: {} }) } })),
);
const things = describedPayload(
  tree,
  nodeOf(object({ data: { "x-value": "things", type: "array", items: object({ id: {}, cents: {} }) } })),
);
const names = describedPayload(
  tree,
  nodeOf(object({ data: { "x-value": "names", type: "array", items: { type: "string" } } })),
);

test.each([
  ["an object where it is described", thing, { data: { id: 1 } }, ["data"]],
  ["the one there, though another one is like it", thing, { id: 1, data: { id: 1 } }, ["data"]],
  ["the one there, though all its members are called otherwise", thing, { status: 1, data: { other: 1 } }, ["data"]],
  ["the root", thing, { id: 1, cents: 2 }, []],
  ["what fits best", thing, { id: 1, result: { id: 1, cents: 2 } }, ["result"]],
  ["nothing in an empty body", thing, {}, undefined],
  ["nothing in no JSON", thing, undefined, undefined],
  ["a list where it is described", things, { data: [{ id: 1 }] }, ["data"]],
  ["a list that is the body", things, [{ id: 1 }], []],
  ["the list whose items fit", things, { tags: ["a"], data: [], rows: [{ id: 1, cents: 2 }] }, ["rows"]],
  ["an empty list", things, { rows: [] }, ["rows"]],
  ["no list of texts where records belong", things, { data: ["a"] }, undefined],
  ["a list of texts", names, { names: ["a"] }, ["names"]],
  ["no list of records where texts belong", names, { data: [{}], other: 1 }, undefined],
])("the payload is found: %s", (_, payload, body, place) => {
  expect(foundPayload(tree, payload, body)).toEqual(place);
});
