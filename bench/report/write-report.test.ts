import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Results } from "./results.ts";
import { textOf } from "./text.ts";

const read = (file: string) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");

test("the page about speed and the chart show what speed.json has", () => {
  const { rows, measuredAt }: Results = JSON.parse(read("speed.json"));
  expect(rows.length).toBeGreaterThan(0);
  const page = read("speed.md");
  for (const row of rows) expect(page).toContain(textOf(row));
  expect(read("speed.svg")).toContain(measuredAt.slice(0, 10));
});
