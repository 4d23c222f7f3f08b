import { expect, it } from "vitest";
import { textOfHtml } from "./html-text.ts";

it.each([
  ["<p>code <b>482</b><i>915</i></p>", "code 482915"],
  ["<td>1</td><td>2</td>", "1 2"],
  ["a<br/>b<BR>c", "a b c"],
  ["<style>p{color:#111111}</style><title>111111</title>x", "x"],
  ["<!-- 111111 -->x<script>111111", "x"],
  ["4&#56;2&#x39;15&nbsp;&amp;&lt;", "482915 &<"],
  ["&#x110000;&#9999999;x", "x"],
  ["1 < 2", "1 < 2"],
])("shows of %j what a person reads", (html, text) => {
  expect(textOfHtml(html).replace(/\s+/g, " ").trim()).toBe(text);
});

it("reads what is made to be slow no slower than other text", () => {
  for (const piece of ["<style", "<script>", "<!--", "<p", "<", "&#"]) {
    // Were it looked at again from each of its pieces, the test would not come to its end.
    expect(textOfHtml(piece.repeat(1_000_000)).length).toBeLessThanOrEqual(piece.length * 1_000_000);
  }
});
