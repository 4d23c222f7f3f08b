import type { components } from "../../src/spec/generated/control-api.ts";

/** A picture of a part of the time, as the control plane makes it. */
export type Timeline = components["responses"]["TimelineRead"]["content"]["application/json"];

/**
 * Returns the picture of the whole time with what a picture of a part of it tells more finely. Marks that only touch the
 * part are in both pictures, so the coarse ones are left out.
 */
export function refined(whole: Timeline, part: Timeline | null): Timeline {
  if (part === null || part.horizon !== whole.horizon) return whole;
  const from = Date.parse(part.from);
  const to = Date.parse(part.to);
  const isOutside = (first: string, last: string) => Date.parse(last) < from || Date.parse(first) > to;
  const buckets = whole.buckets.filter(({ at, lastAt }) => isOutside(at, lastAt));
  const marks = whole.marks.filter(({ at, until }) => isOutside(at, until ?? at));
  return {
    ...whole,
    buckets: [...buckets, ...part.buckets].sort((a, b) => (a.lastAt < b.lastAt ? -1 : 1)),
    marks: [...marks, ...part.marks],
  };
}
