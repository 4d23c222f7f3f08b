import { expect, it } from "vitest";
import { compileResponses } from "./renderer.ts";
import { operationOf, sampleDocument } from "./testing/sample-document.ts";

/** The sample's withdrawal whose 409 has these branches. */
async function withdrawalWith(...anyOf: object[]) {
  const content = "$.paths.*.post.responses['409'].content['application/problem+json']";
  const actions = [
    { target: `${content}.schema`, remove: true },
    { target: content, update: { schema: { anyOf } } },
  ];
  return operationOf(await sampleDocument(`  ${JSON.stringify(actions)}`), "withdraw");
}

const shapes = {
  initiated: { withdrawId: true, value: true, endToEndId: true, customer: { name: true }, metadata: true },
  "already-open": { withdrawId: true },
  "still-valid": { withdrawId: true, expiresAt: true },
} as const;
const open = {
  "x-outcomes": ["already-open"],
  required: ["error"],
  properties: {
    error: { type: "object", "x-value": "$", properties: { withdrawId: {} } },
    text: { "x-value": "$message" },
  },
};
const valid = {
  "x-outcomes": ["still-valid"],
  description: "A code is valid",
  required: ["expiresAt"],
  properties: { expiresAt: {}, text: { "x-value": "$message" } },
};

it("renders each outcome of one status with the body that names it, and describes it so", async () => {
  const renderers = compileResponses(await withdrawalWith(valid, open), shapes);
  const render = (view: { type: string; withdrawId: string; expiresAt?: string }) => {
    const { status, body } = renderers.get(view.type)?.(view) ?? {};
    return { status, body: JSON.parse(body ?? "null") };
  };
  expect(render({ type: "already-open", withdrawId: "w1" })).toEqual({
    status: 409,
    body: { error: { withdrawId: "w1" }, text: "Another one is open" },
  });
  expect(render({ type: "still-valid", withdrawId: "w1", expiresAt: "t" })).toEqual({
    status: 409,
    body: { expiresAt: "t", text: "A code is valid" },
  });
});

it("renders no body for a branch that is empty", async () => {
  const empty = { "x-outcomes": ["already-open"], "x-empty": true };
  const renderers = compileResponses(await withdrawalWith(valid, empty), shapes);
  expect(renderers.get("already-open")?.({ type: "already-open" })).toMatchObject({ status: 409, body: null });
});

it("renders an outcome in the media type that lists it, a text as it is", async () => {
  const text = { "x-outcomes": ["already-open"], schema: { type: "string", const: "aberto" } };
  const target = "$.paths.*.post.responses['409'].content";
  const actions = [
    { target: `${target}['application/problem+json'].schema`, remove: true },
    { target, update: { "application/problem+json": { schema: valid }, "text/plain": text } },
  ];
  const operation = operationOf(await sampleDocument(`  ${JSON.stringify(actions)}`), "withdraw");
  const renderers = compileResponses(operation, shapes);
  expect(renderers.get("already-open")?.({ type: "already-open" })).toMatchObject({
    contentType: "text/plain; charset=utf-8",
    body: "aberto",
  });
  expect(renderers.get("still-valid")?.({ type: "still-valid" })).toMatchObject({
    contentType: "application/problem+json",
  });
});

it("holds each body against its own outcomes only", async () => {
  const misspelt = { ...open, properties: { ...open.properties, expiresAt: {} } };
  const operation = await withdrawalWith(valid, misspelt);
  expect(() => compileResponses(operation, shapes)).toThrow(/withdraw.*already-open.*expiresAt/);
});

it.each<[string, object[]]>([
  ["an outcome without a body", [{ ...valid, "x-outcomes": [] }, open]],
  ["an outcome with two", [{ ...valid, "x-outcomes": ["still-valid", "already-open"] }, open]],
  ["an outcome of another response", [{ ...valid, "x-outcomes": ["still-valid", "initiated"] }, open]],
  ["a body of no outcome", [valid, open, { type: "object" }]],
  ["a name that is no list", [valid, { ...open, "x-outcomes": "already-open" }]],
])("stops the start for %s", async (_, branches) => {
  await expect(withdrawalWith(...branches)).rejects.toThrow(/withdraw.*already-open.*each branch of its anyOf/);
});
