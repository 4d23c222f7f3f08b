import { describe, expect, it } from "vitest";
import { applyOverlay, OverlayError, parseOverlay } from "./overlay.ts";

const HEAD = 'overlay: 1.0.0\ninfo: { title: Test, version: "1" }\n';

function apply(document: object, actions: string) {
  return applyOverlay(document, parseOverlay(`${HEAD}actions:\n${actions}`));
}

describe("reading an overlay", () => {
  it("takes YAML and JSON, and x- properties anywhere", () => {
    expect(parseOverlay(`${HEAD}x-by: me\nactions: [{target: $.info, remove: true, x-why: because}]`).title).toBe(
      "Test",
    );
    const json = { overlay: "1.0.0", info: { title: "J", version: "1" }, actions: [{ target: "$", update: {} }] };
    expect(parseOverlay(JSON.stringify(json)).title).toBe("J");
  });

  it.each([
    ["", /must be an object/],
    ["overlay: [", /overlay:1:\d+: /],
    ["overlay: 1.0.0\noverlay: 1.0.0", /overlay:2:1: this name is there twice/],
    ["overlay: 1.1.0\ninfo: {}\nactions: []", /^overlay: must be .*1\.0\.0.*got "1\.1\.0"/],
    ["overlay: 1.0.0", /^info: /],
    ["overlay: 1.0.0\ninfo: {title: t}\nactions: []", /^info\.version: must be a text/],
    [`${HEAD}actions: []`, /^actions: .*at least one/],
    [`${HEAD}action: []`, /^action: is not known here; allowed: .*actions/],
    [`${HEAD}actions: [1]`, /^overlay:3:\d+: actions\[0\]: must be an object/],
    [
      `${HEAD}actions: [{target: $.a, update: {}}, {update: {}}]`,
      /^overlay:3:\d+: actions\[1\]\.target: must be a text/,
    ],
    [`${HEAD}actions: [{target: "$.a["}]`, /^overlay:3:\d+: actions\[0\]: needs update/],
    [
      `${HEAD}actions: [{target: "$.a[", update: {}}]`,
      /^overlay:3:\d+: actions\[0\]\.target: "\$\.a\[" is not a JSONPath/,
    ],
    [`${HEAD}actions: [{target: paths, update: {}}]`, /^overlay:3:\d+: actions\[0\]\.target: .*JSONPath/],
    [`${HEAD}actions: [{target: $.a, remove: "yes"}]`, /^overlay:3:\d+: actions\[0\]\.remove: must be true or false/],
    [
      `${HEAD}actions: [{target: $.a, copy: $.b}]`,
      /^overlay:3:\d+: actions\[0\]\.copy: is not known here; allowed: target/,
    ],
  ])("refuses %j", (text, message) => {
    expect(() => parseOverlay(text)).toThrow(OverlayError);
    expect(() => parseOverlay(text)).toThrow(message);
  });
});

describe("applying an overlay", () => {
  it("merges objects recursively, replaces single values, adds what is new, leaves the input alone", () => {
    const input = { info: { title: "a", contact: { name: "n" } }, paths: {} };
    const before = structuredClone(input);
    const { document, warnings } = apply(input, "  - {target: $, update: {info: {title: b, contact: {url: u}}, x: 1}}");
    expect(document).toEqual({ info: { title: "b", contact: { name: "n", url: "u" } }, paths: {}, x: 1 });
    expect(warnings).toEqual([]);
    expect(input).toEqual(before);
  });

  it("appends to lists, an item or several, at the target and inside an update", () => {
    expect(apply({ tags: ["a"] }, "  - {target: $.tags, update: b}").document).toEqual({ tags: ["a", "b"] });
    expect(apply({ tags: ["a"] }, "  - {target: $.tags, update: [b, c]}").document).toEqual({ tags: ["a", "b", "c"] });
    expect(apply({ tags: ["a"] }, "  - {target: $, update: {tags: [b]}}").document).toEqual({ tags: ["a", "b"] });
  });

  it("applies actions in order, to every node that matches", () => {
    const document = { paths: { "/a": { get: {} }, "/b": { get: {}, post: {} } } };
    const actions = '  - {target: $.paths.*.get, update: {x: [1]}}\n  - {target: "$..get[?@ == 1]", update: {}}';
    expect(apply(document, actions.split("\n")[0] ?? "").document).toEqual({
      paths: { "/a": { get: { x: [1] } }, "/b": { get: { x: [1] }, post: {} } },
    });
    const { warnings } = apply(document, actions);
    expect(warnings).toEqual(["overlay:5:5: actions[1] ($..get[?@ == 1]): the target matches nothing in the document"]);
  });

  it("gives each node its own copy of the update", () => {
    const { document } = apply(
      { a: {}, b: {} },
      "  - {target: $.*, update: {x: {}}}\n  - {target: $.a.x, update: {y: 1}}",
    );
    expect(document).toEqual({ a: { x: { y: 1 } }, b: { x: {} } });
  });

  it("removes properties and items, several of one list, a node named twice, and what lies in what is removed", () => {
    expect(apply({ a: { b: 1, c: 2 } }, "  - {target: $.a.b, remove: true}").document).toEqual({ a: { c: 2 } });
    const list = { l: Array.from({ length: 12 }, (_, index) => index) };
    expect(apply(list, '  - {target: "$.l[1,3,11,1]", remove: true}').document).toEqual({
      l: [0, 2, 4, 5, 6, 7, 8, 9, 10],
    });
    const nested = { z: [{ x: [{ x: 1 }] }, 5], x: { x: 2 }, b: [1] };
    expect(apply(nested, "  - {target: $..x, remove: true}").document).toEqual({ z: [{}, 5], b: [1] });
    expect(apply({ l: [[1, 2], [3], 4] }, "  - {target: $.l..*, remove: true}").document).toEqual({ l: [] });
  });

  it("has no effect by `update` where `remove` is true", () => {
    expect(apply({ a: {} }, "  - {target: $.a, remove: true, update: {b: 1}}").document).toEqual({});
  });

  it.each([
    ["{target: $, remove: true}", /actions\[0\] \(\$\): the whole document/],
    ["{target: $.s, update: x}", /single value; choose the object/],
    ["{target: $.o, update: 1}", /update must be one too/],
    ["{target: $, update: {o: {l: {}}}}", /update\.o\.l is an object, the document has a list; remove/],
    ["{target: $, update: {s: [1]}}", /update\.s is a list, the document has a single value/],
  ])("refuses %s", (action, message) => {
    expect(() => apply({ s: "x", o: { l: [] } }, `  - ${action}`)).toThrow(message);
  });

  it("never reaches a prototype", () => {
    const text =
      '{"overlay":"1.0.0","info":{"title":"t","version":"1"},"actions":[{"target":"$","update":{"__proto__":{"bad":1}}}]}';
    const { document } = applyOverlay({}, parseOverlay(text));
    expect(Object.getPrototypeOf(document)).toBe(Object.prototype);
    expect(Reflect.get({}, "bad")).toBeUndefined();
  });
});
