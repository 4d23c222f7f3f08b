import { expect, test } from "vitest";
import { Description } from "./description.ts";

const assumed = { "x-assumed": "why" };
const description = new Description({
  paths: {
    "/things": {
      post: {
        operationId: "makeThing",
        requestBody: {
          content: { "application/json": { schema: { properties: { amount: { "x-value": "value" }, name: {} } } } },
        },
        responses: {
          "200": { $ref: "#/components/responses/Made" },
          "422": { $ref: "#/components/responses/Refused" },
        },
      },
      parameters: [],
    },
    "/things/latest": { get: { operationId: "getLatest", ...assumed, responses: {} } },
    "/things/{id}": { get: { operationId: "getThing", responses: {} } },
  },
  "x-responses": { "400": { "x-outcomes": ["malformed"], ...assumed } },
  webhooks: {
    "thing.made": { post: { requestBody: { content: { "application/json": { schema: { type: "object" } } } } } },
  },
  components: {
    responses: {
      Made: {
        "x-outcomes": ["made"],
        ...assumed,
        content: { "application/json": { schema: { type: "object" }, examples: { made: { value: assumed } } } },
      },
      Refused: {
        "x-outcomes": ["too-small", "too-large"],
        content: {
          "application/json": {
            schema: {
              anyOf: [
                { "x-outcomes": ["too-small"], type: "object" },
                { "x-outcomes": ["too-large"], type: "object" },
              ],
            },
          },
        },
      },
    },
  },
});
const make = description.operation("makeThing");

test("a document without paths is none of an interface", () => {
  expect(() => new Description({ openapi: "3.1.0" })).toThrow("no paths");
  expect(() => new Description(null)).toThrow("no paths");
});

test.each([
  ["POST", "/things", "makeThing"],
  ["GET", "/things/a", "getThing"],
  ["GET", "/things/latest", "getLatest"],
  ["GET", "/things", undefined],
  ["GET", "/things/a/b", undefined],
  ["POST", "/things.", undefined],
])("%s %s is %s", (method, path, operationId) => {
  expect(description.operationAt(method, path)?.operationId).toBe(operationId);
});

test("an operation is found by its name, or is an error", () => {
  expect(make).toMatchObject({ method: "POST", path: "/things" });
  expect(() => description.operation("loseThing")).toThrow("loseThing");
});

test("a request's members are known by what they feed", () => {
  expect([...make.requestNames]).toEqual([
    ["value", "amount"],
    ["name", "name"],
  ]);
});

test("an answer is found by its outcome, and stands where its component stands", () => {
  expect(description.response(make, "made")).toMatchObject({
    status: 200,
    assumed: true,
    node: { path: ["components", "responses", "Made"] },
  });
  expect(description.response(make, "too-large")).toMatchObject({ status: 422, assumed: false });
  expect(() => description.response(make, "unheard-of")).toThrow("unheard-of");
});

test("outcomes of one status may have bodies of their own", () => {
  const places = ["too-small", "too-large"].map((outcome) => description.response(make, outcome).schema?.path.at(-1));
  expect(places).toEqual(["0", "1"]);
});

test("what any operation may answer is an answer of each", () => {
  expect(description.response(make, "malformed").status).toBe(400);
  expect(description.responsesOf(make, 400)).toHaveLength(1);
  expect(description.responsesOf(make, 422)).toHaveLength(2);
  expect(description.responsesOf(make, 404)).toEqual([]);
});

test("a notification is known by its event", () => {
  expect(description.notification("thing.made")?.value).toEqual({ type: "object" });
  expect(description.notification("thing.lost")).toBeUndefined();
});

test("marks are what is assumed, and nothing in an example is", () => {
  expect(description.marks.map((path) => path.join(" "))).toEqual([
    "paths /things/latest get",
    "x-responses 400",
    "components responses Made",
  ]);
});
