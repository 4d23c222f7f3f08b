import { expect, test } from "vitest";
import { description } from "../judge/testing/described.ts";
import { simulatedAmounts } from "./simulation.ts";

test.each([
  ["as a number", { fee: 204, net: 796 }],
  ["in parts, which the rest is without", { tarifa: { fixed: 200, share: 4 }, net: 796, taken: 204 }],
  ["in parts with their total, and taken later", { fee: { fixed: 200, share: 4, total: 204 }, net: 1_000 }],
  ["in parts without one, and taken later", { taxa: { fixed: 200, share: 4 }, net: 1_000 }],
])("a fee is told %s", (_, told) => {
  expect(simulatedAmounts({ data: { gross: 1_000, ...told } }, 1_000, description).get("fee")).toBe(204);
});
