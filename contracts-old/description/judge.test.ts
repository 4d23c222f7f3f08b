import { describe, expect, test } from "vitest";
import { Description, type Response } from "./description.ts";
import type { JsonObject } from "./json.ts";
import { Judge, type Judgement } from "./judge.ts";

const assumed = { "x-assumed": "the document does not show it" };
const status = { type: "integer", "x-value": "$status", ...assumed };
const message = { type: "string", "x-value": "$message", ...assumed };
const enveloped = (data: JsonObject): JsonObject => ({
  type: "object",
  required: ["status", "message", "data"],
  properties: { status, message, data },
});

/** Of a thing the document shows the identifier; of a list of things, the state of each. */
const schemas: Readonly<Record<string, JsonObject>> = {
  thing: enveloped({
    type: "object",
    "x-value": "$",
    ...assumed,
    required: ["thingId", "cents"],
    properties: {
      thingId: { type: "string" },
      cents: { type: "integer", ...assumed },
      note: { type: "string", ...assumed },
    },
  }),
  things: enveloped({
    type: "array",
    "x-value": "things",
    ...assumed,
    items: {
      type: "object",
      required: ["state", "cents"],
      properties: { state: { type: "string", enum: ["ON", "OFF"] }, cents: { type: "integer", ...assumed } },
    },
  }),
  names: enveloped({ type: "array", "x-value": "names", ...assumed, items: { type: "string" } }),
  shown: {
    type: "object",
    required: ["data"],
    properties: {
      data: { type: "object", "x-value": "$", required: ["total"], properties: { total: { type: "integer" } } },
    },
  },
};

const outcomes = Object.keys(schemas);
const responses = outcomes.map((outcome, at) => [
  String(200 + at),
  { "x-outcomes": [outcome], content: { "application/json": { schema: schemas[outcome] ?? {} } } },
]);
const description = new Description({
  paths: { "/thing": { get: { operationId: "getThing", responses: Object.fromEntries(responses) } } },
});
const judge = new Judge(description);

function judged(outcome: string, body: unknown): Judgement {
  return judge.answer(responseOf(outcome), body);
}

function responseOf(outcome: string): Response {
  return description.response(description.operation("getThing"), outcome);
}

/** The marks that differ and those that agree, by the name of what bears them. */
function seen({ sightings }: Judgement) {
  const names = (differing: boolean) =>
    sightings.filter(({ differs }) => (differs !== undefined) === differing).map(({ path }) => path.at(-1));
  return { agree: [...new Set(names(false))], differ: [...new Set(names(true))] };
}

const thing = { thingId: "a", cents: 5 };
const ok = { status: 200, message: "Here it is." };

describe("what the document shows", () => {
  test.each([
    ["as it is described", "thing", { ...ok, data: thing }],
    ["with more than is described", "thing", { ...ok, more: 1, data: { ...thing, more: {} } }],
    ["bare", "thing", thing],
    ["in another envelope", "thing", { result: { thing } }],
    ["beside what else there is of the payload", "thing", { thingId: "a", details: { cents: 5, note: "n" } }],
    ["without anything that is assumed", "thing", { thingId: "a" }],
    [
      "with something assumed of another type",
      "thing",
      { status: "fine", message: 1, data: { thingId: "a", cents: "5" } },
    ],
    ["a list as it is described", "things", { ...ok, data: [{ state: "ON", cents: 5 }] }],
    ["a list that is the body", "things", [{ state: "ON" }, { state: "OFF" }]],
    ["a list in another envelope", "things", { page: { number: 1, items: [{ state: "ON" }] } }],
    ["an empty list", "things", { ...ok, data: [] }],
    ["an empty list in another place", "things", { list: [] }],
    ["a list of texts", "names", { ...ok, data: ["a", "b"] }],
    ["a list of texts that is the body", "names", ["a", "b"]],
    ["in an envelope that is documented", "shown", { data: { total: 1 } }],
  ])("is there: %s", (_, outcome, body) => {
    expect(judged(outcome, body).problems).toEqual([]);
  });

  test.each([
    ["an empty body", "thing", {}, /"thingId" is missing/],
    ["a body that is no JSON", "thing", undefined, /"thingId" is missing/],
    ["a body that is no object", "thing", 7, /"thingId" is missing/],
    ["a payload without it", "thing", { ...ok, data: { cents: 5 } }, /"thingId" is missing/],
    ["a value of another type", "thing", { ...ok, data: { ...thing, thingId: 7 } }, /"thingId" is 7/],
    ["a bare value of another type", "thing", { ...thing, thingId: null }, /"thingId"/],
    ["an empty body where a list belongs", "things", {}, /nowhere in the body is such a list/],
    ["no JSON where a list belongs", "things", undefined, /nowhere in the body is such a list/],
    ["texts where records belong", "things", { ...ok, data: ["a"] }, /an item of .* is "a"|nowhere/],
    ["one record without it", "things", { ...ok, data: [{ state: "ON" }, { cents: 5 }] }, /"state" is missing/],
    ["a value that does not exist", "things", [{ state: "ON" }, { state: "HALF" }], /"state" is "HALF"/],
    ["records where texts belong", "names", { ...ok, data: [{}] }, /an item of .* is \{\}|nowhere/],
    ["a documented envelope that is another one", "shown", { result: { total: 1 } }, /"data" is missing/],
    ["a documented field outside its documented place", "shown", { total: 1, data: {} }, /"total" is missing/],
  ])("is not: %s", (_, outcome, body, problem) => {
    expect(judged(outcome, body).problems.join("\n")).toMatch(problem);
  });
});

describe("what the description assumes", () => {
  test.each([
    ["all of it", { ...ok, data: thing }, ["status", "message", "data", "cents"], []],
    [
      "something optional too",
      { ...ok, data: { ...thing, note: "n" } },
      ["status", "message", "data", "cents", "note"],
      [],
    ],
    ["a field of another type", { ...ok, data: { ...thing, cents: "5" } }, ["status", "message", "data"], ["cents"]],
    [
      "an optional field of another type",
      { ...ok, data: { ...thing, note: 1 } },
      ["status", "message", "data", "cents"],
      ["note"],
    ],
    ["an envelope without its text", { status: 200, data: thing }, ["status", "data", "cents"], ["message"]],
    ["the container alone", { data: thing }, ["data", "cents"], ["status", "message"]],
    ["a bare payload", thing, ["cents"], ["status", "message", "data"]],
    ["another container", { ...ok, result: thing }, ["status", "message", "cents"], ["data"]],
    ["nothing", {}, [], ["status", "message", "data", "cents"]],
  ])("is seen: %s", (_, body, agree, differ) => {
    expect(seen(judged("thing", body))).toEqual({ agree: expect.arrayContaining(agree), differ });
    expect(seen(judged("thing", body)).agree).toHaveLength(agree.length);
  });

  test.each([
    ["where it is described", { ...ok, data: thing }, ["data"]],
    ["at the root", thing, []],
    ["in another container", { result: thing }, ["result"]],
    ["in containers within each other", { response: { content: thing } }, ["response", "content"]],
    ["nowhere", {}, undefined],
  ])("the payload is found %s", (_, body, place) => {
    expect(judged("thing", body)).toMatchObject({ payload: place, describedAt: ["data"] });
  });

  test("a member of a bare payload is not taken for one of the envelope", () => {
    const { sightings } = judged("thing", { ...thing, status: "ON" });
    const ofStatus = sightings.filter(({ path }) => path.at(-1) === "status");
    expect(ofStatus.map(({ differs }) => differs)).toEqual(["the payload is at the root, not in data"]);
  });

  test("a list's items show which fields they lack, and which they have instead", () => {
    const { lacking, beyond } = judged("things", { ...ok, data: [{ state: "ON", amount: 5 }] });
    expect({ lacking, beyond }).toEqual({ lacking: ["cents"], beyond: ["amount"] });
  });

  test.each([
    ["alone", { data: thing }, true],
    ["bare", thing, true],
    ["with its envelope", { ...ok, data: thing }, false],
    ["with a part of it", { message: "m", result: thing }, false],
  ])("the payload is %s", (_, body, isAlone) => {
    expect(judged("thing", body).isAlone).toBe(isAlone);
  });
});
