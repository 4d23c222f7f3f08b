import type { Growth } from "../growth.ts";
import type { Bound, Figure, Row, Target } from "../row.ts";
import { failuresOf } from "./failures.ts";
import { told, toldSpread } from "./numbers.ts";

/** A row as a terminal shows it. */
export function textOf(row: Row): string {
  const failed = failuresOf(row);
  const lines = [
    `${row.title}, ${row.unit}${failed === 0 ? "" : `: worthless, ${failed} requests failed`}`,
    ...table(row.figures),
    ...row.targets.map((target) => `  ${targetText(target)}`),
    ...row.growth.map((growth) => `  ${growthText(growth)}`),
    ...row.remarks.map((remark) => `  (${remark})`),
  ];
  return `${lines.join("\n")}\n`;
}

/** `Saldo is 0.80 × bare Fastify, to be at least 0.75: reached`. */
function targetText({ name, bound, against, reached, isReached }: Target): string {
  const measured = against === null ? toldSpread(reached) : `${toldSpread(reached)} × ${against}`;
  return `${name} is ${measured}, to be ${boundText(bound)}: ${isReached ? "reached" : "MISSED"}`;
}

export function boundText(bound: Bound): string {
  return "atLeast" in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`;
}

function growthText({ title, points, expected, fitted, excess, isBounded }: Growth): string {
  const costs = points.map(({ size, cost }) => `${told(size)}: ${told(cost)}`).join(", ");
  const verdict = isBounded ? "as it should" : "WORSE than it should";
  return `${title} grows ${verdict}: ${costs}; nearest to ${fitted}, ${told(excess)} × what ${expected} foretells`;
}

function table(figures: readonly Figure[]): string[] {
  const cells = figures.map(({ name, spread, ratio, p99Ms }) => [
    name,
    toldSpread(spread),
    ratio === null ? "" : `${toldSpread(ratio)} ×`,
    p99Ms === undefined ? "" : `p99 ${told(p99Ms)} ms`,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  return cells.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")}`.trimEnd());
}
