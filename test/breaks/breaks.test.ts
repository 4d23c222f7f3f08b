import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changed } from "../../contracts/defects/edit.ts";
import { breaks } from "./breaks.ts";

test.each(breaks)("the break of: $rule, applies to the source as it is", (one) => {
  const text = readFileSync(join(import.meta.dirname, "../..", one.file), "utf8");
  expect(() => changed(text, one)).not.toThrow();
});
