import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { buildDocument, DOCUMENT_NAMES, documentWithOverlay, loadDocument } from "./document.ts";
import { listNotifications } from "./operations.ts";
import { parseOverlay } from "./overlay.ts";
import { sample } from "./testing/sample-document.ts";

const HEAD = 'overlay: 1.0.0\ninfo: { title: Test, version: "1" }\n';

describe.each(DOCUMENT_NAMES)("the document %s", (name) => {
  it("is what its YAML says, dereferenced", async () => {
    const { source, dereferenced } = loadDocument(name);
    const yaml = parse(readFileSync(new URL(`../../openapi/${name}.yaml`, import.meta.url), "utf8"));
    expect(source, "run `node scripts/build-specs.ts`").toEqual(yaml);
    expect(dereferenced).toEqual((await buildDocument(yaml)).dereferenced);
    expect(JSON.stringify(dereferenced)).not.toContain('"$ref"');
  });
});

it("lists a notification for each event of the interface", () => {
  const events = listNotifications(loadDocument("interface").dereferenced);
  expect([...events.keys()]).toEqual(expect.arrayContaining(["charge.paid", "withdraw.completed", "webhook.test"]));
});

describe("documentWithOverlay", () => {
  it("changes source and dereferenced alike, and warns of what matches nothing", async () => {
    const actions = "actions:\n  - {target: $.info, update: {title: Mine}}\n  - {target: $.paths.none, remove: true}";
    const { source, dereferenced, warnings } = await documentWithOverlay("interface", parseOverlay(HEAD + actions));
    expect([source.info.title, dereferenced.info.title]).toEqual(["Mine", "Mine"]);
    expect(warnings).toEqual([expect.stringMatching(/^overlay:\d+:\d+: actions\[1\].*matches nothing/)]);
    expect(loadDocument("interface").source.info.title).not.toBe("Mine");
  });

  it.each([
    ["{target: $.info.title, remove: true}", /interface\.yaml with the overlay "Test".*title/s],
    ["{target: $.info, update: {x-a: {$ref: '#/components/none'}}}", /not valid.*none/s],
    ["{target: $.info, update: {x-a: {$ref: './package.json'}}}", /not valid.*package\.json.*into the document/s],
    ["{target: $.info, update: {x-a: {$ref: 'http://127.0.0.1:9/x'}}}", /not valid.*into the document/s],
    [
      "{target: $.components.schemas, update: {Loop: {properties: {a: {$ref: '#/components/schemas/Loop'}}}}}",
      /circular/,
    ],
  ])("refuses a result that is no valid document: %s", async (action, message) => {
    await expect(documentWithOverlay("interface", parseOverlay(`${HEAD}actions: [${action}]`))).rejects.toThrow(
      message,
    );
  });
});

it("does not change the document that it builds from", async () => {
  const before = structuredClone(sample);
  await buildDocument(sample);
  expect(sample).toEqual(before);
});
