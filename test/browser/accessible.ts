import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails if axe finds a violation on the page. It is evaluated, because the policy of the page lets no script be added. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(axe);
  const violations: readonly Violation[] = await page.evaluate("axe.run().then((found) => found.violations)");
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
  expect(told, name).toEqual([]);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}
