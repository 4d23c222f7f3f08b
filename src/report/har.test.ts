import { expect, test } from "vitest";
import { harFile, harText } from "./har.ts";

test.for([[], [{ a: ["b\n"] }], [{ a: {} }, { b: [1, { c: null }] }]])(
  "in pieces the file is the same: %j",
  (...[entries]) => {
    expect([...harText(entries, "1.0.0")].join("")).toBe(`${JSON.stringify(harFile(entries, "1.0.0"), null, 2)}\n`);
  },
);
