import type { Spread } from "./spread.ts";

/** How a cost grows with the size of what it depends on. */
export interface Growth {
  /** What grows with what: "a balance read, with the holds of the company". */
  readonly title: string;
  /** The costs are of one unit; so are the sizes. */
  readonly points: readonly Point[];
  /** The cost of a size is about `base + slope · f(size)`. */
  readonly expected: Form;
  /** Which of the forms comes nearest to the points. */
  readonly fitted: Form;
  /** How many times as much the largest size cost as the expected form, fitted to the smaller ones, foretells. */
  readonly excess: number;
  readonly isBounded: boolean;
}

export interface Point {
  readonly size: number;
  readonly cost: number;
}

const forms = {
  "O(1)": () => 0,
  "O(log n)": (size: number) => Math.log2(size + 1),
  "O(n)": (size: number) => size,
  "O(n log n)": (size: number) => size * Math.log2(size + 1),
  "O(n²)": (size: number) => size * size,
} as const;
export type Form = keyof typeof forms;

/** What one run of a noisy machine may differ from the next. */
const tolerance = 1.5;

/** What each size has cost, by the figures in the same order. */
export function pointsOf(sizes: readonly number[], figures: readonly { readonly spread: Spread }[]): Point[] {
  return sizes.map((size, i) => ({ size, cost: figures[i]?.spread.median ?? Number.NaN }));
}

/** Throws with fewer than three points. */
export function growthOf(title: string, points: readonly Point[], expected: Form): Growth {
  const sorted = points.toSorted((a, b) => a.size - b.size);
  const largest = sorted.at(-1);
  if (sorted.length < 3 || largest === undefined) throw new Error(`${title}: growth takes three sizes or more`);
  const foretold = curveThrough(sorted.slice(0, -1), expected).foretell(largest.size);
  const excess = largest.cost / foretold;
  return { title, points: sorted, expected, fitted: nearest(sorted), excess, isBounded: excess <= tolerance };
}

function nearest(points: readonly Point[]): Form {
  const all: Form[] = ["O(1)", "O(log n)", "O(n)", "O(n log n)", "O(n²)"];
  const errors = all.map((form) => ({ form, error: curveThrough(points, form).error }));
  // Of two that fit as well as each other the slower growth is the simpler answer.
  return errors.reduce((best, one) => (one.error < best.error * 0.9 ? one : best)).form;
}

/** Least squares of the relative errors, as the costs span orders of magnitude; neither part of the cost is negative. */
function curveThrough(points: readonly Point[], form: Form) {
  const f = forms[form];
  const rows = points.map(({ size, cost }) => ({ a: 1 / cost, b: f(size) / cost }));
  const sum = (of: (row: { a: number; b: number }) => number) => rows.reduce((total, row) => total + of(row), 0);
  const [aa, ab, bb, a, b] = [
    sum((r) => r.a * r.a),
    sum((r) => r.a * r.b),
    sum((r) => r.b * r.b),
    sum((r) => r.a),
    sum((r) => r.b),
  ];
  const determinant = aa * bb - ab * ab;
  let [base, slope] =
    determinant > 1e-12 * aa * bb ? [(a * bb - b * ab) / determinant, (b * aa - a * ab) / determinant] : [a / aa, 0];
  if (slope < 0) [base, slope] = [a / aa, 0];
  if (base < 0) [base, slope] = [0, b / bb];
  const foretell = (size: number) => base + slope * f(size);
  const error = Math.sqrt(points.reduce((total, { size, cost }) => total + (foretell(size) / cost - 1) ** 2, 0));
  return { foretell, error };
}
