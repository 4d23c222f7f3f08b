import { expect, it } from "vitest";
import { shownBytes } from "./shown-bytes.ts";

it("every byte of a body is seen", () => {
  expect(shownBytes('{"a":  "<é>"}')).toBe(
    '{&#34;a&#34;:<span class="mark">··</span>&#34;&#60;<span class="mark" title="U+00E9: C3 A9">é</span>&#62;&#34;}',
  );
  expect(shownBytes("\t\r\n\n\r")).toBe(
    '<span class="mark">⇥</span><span class="mark">\\r\\n</span>\n<span class="mark">\\n</span>\n<span class="mark">\\r</span>\n',
  );
  expect(shownBytes("\u2028\u0000")).toBe(
    '<span class="mark" title="U+2028: E2 80 A8">U+2028</span><span class="mark" title="U+0000: 00">U+0000</span>',
  );
});
