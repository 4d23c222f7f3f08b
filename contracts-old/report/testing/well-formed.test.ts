import { expect, it } from "vitest";
import { elementsOf, readWellFormed } from "./well-formed.ts";

it("reads elements, attributes and texts", () => {
  const root = readWellFormed(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a b="1 &#60; &quot;2"><c>x&amp;</c><c/>y</a>\n',
  );
  expect(root).toMatchObject({ name: "a", attributes: { b: '1 < "2' }, text: "x&y" });
  expect(elementsOf(root, "c")).toHaveLength(2);
});

it.each([
  "<a>",
  "</a>",
  "<a></b>",
  "<a/><a/>",
  "<a/>text",
  "<a b=1/>",
  "<a b/>",
  '<a b="1" b="2"/>',
  '<a b="<"/>',
  "<a>&</a>",
  "<a>&nbsp;</a>",
  "<a>&#1;</a>",
  "<a>]]></a>",
  "<a>1 < 2</a>",
  "<a>\u0000</a>",
  "<a>\uFFFF</a>",
  "<a>\uD800</a>",
  "",
])("refuses what is not well-formed: %j", (document) => {
  expect(() => readWellFormed(document)).toThrow();
});
