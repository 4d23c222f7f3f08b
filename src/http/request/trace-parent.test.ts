import { expect, it } from "vitest";
import { traceParentOf } from "./trace-parent.ts";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = "00f067aa0ba902b7";

it.each(["00", "01", "03"])("a traceparent of version 00 with the flags %s is passed on as it came", (flags) => {
  const header = `00-${trace}-${parent}-${flags}`;
  expect(traceParentOf(header)).toBe(header);
});

it.each([
  [`01-${trace}-${parent}-03`, `00-${trace}-${parent}-01`],
  [`cc-${trace}-${parent}-08-what-comes-later`, `00-${trace}-${parent}-00`],
])("of a later version it is what version 00 has of it: %s", (header, passedOn) => {
  expect(traceParentOf(header)).toBe(passedOn);
});

it.each([
  undefined,
  "",
  "00",
  `00-${trace}-${parent}`,
  `00-${trace}-${parent}-01-more`,
  `00-${trace}-${parent}-01 `,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${"0".repeat(32)}-${parent}-01`,
  `00-${trace}-${"0".repeat(16)}-01`,
  `ff-${trace}-${parent}-01`,
  `cc-${trace}-${parent}-01.more`,
  // Two headers of the same name, as Node joins them.
  `00-${trace}-${parent}-01, 00-${trace}-${parent}-01`,
])("%j is ignored", (header) => {
  expect(traceParentOf(header)).toBeUndefined();
});
