import type { TimelineRead } from "../../src/spec/generated/control-api.ts";

/** Returns the whole time with a part that was read more finely. Marks that only touch the part are in both. */
export function refined(whole: TimelineRead, part: TimelineRead | null): TimelineRead {
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
