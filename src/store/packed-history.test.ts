import fc from "fast-check";
import { expect, test } from "vitest";
import { atOnce } from "../domain/at-once.ts";
import { PackedHistory } from "./packed-history.ts";
import { type Commit, lastPosition } from "./world-store.ts";

/** Commits with so many events each, from a position on. */
function commitsAfter(end: number, lengths: readonly number[]): Commit[] {
  let first = end + 1;
  return lengths.map((length) => {
    const at = first;
    first += length;
    return { first: at, at, events: Array.from({ length }, () => ({ type: "TimeReached" as const })), wall: { at } };
  });
}

/** The same as a plain list. */
class PlainHistory {
  entries: Commit[] = [];
  after = (position: number) => this.entries.filter((entry) => lastPosition(entry) > position);
  lastEnd = (upTo: number) => this.entries.map(lastPosition).findLast((end) => end <= upTo) ?? null;
  get end() {
    return this.entries.map(lastPosition).at(-1) ?? null;
  }
}

const lengths = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 1_500, size: "max" });
const acts = fc.array(
  fc.oneof(fc.record({ lengths }), fc.record({ forgetsShare: fc.double({ min: 0, max: 1, noNaN: true }) })),
  { maxLength: 6 },
);

test("it has the entries that a plain list has, whatever is appended and forgotten", () => {
  fc.assert(
    fc.property(lengths, acts, fc.double({ min: 0, max: 1, noNaN: true }), (first, all, share) => {
      const plain = new PlainHistory();
      plain.entries = commitsAfter(0, first);
      const packed = atOnce(PackedHistory.beginningWith(plain.entries));
      let end = plain.end ?? 0;
      for (const act of all) {
        const places = [0, ...plain.entries.map(lastPosition)];
        if ("lengths" in act) {
          for (const commit of commitsAfter(end, act.lengths)) {
            packed.push(commit);
            plain.entries.push(commit);
            end = lastPosition(commit);
          }
        } else {
          const upTo = places[Math.floor(act.forgetsShare * (places.length - 1))] ?? 0;
          packed.forget(upTo);
          plain.entries = plain.after(upTo);
        }
        const asked = Math.floor(share * (end + 2));
        for (const position of [0, asked, end]) {
          expect([...packed.after(position)]).toEqual(plain.after(position));
          expect(packed.lastEnd(position)).toBe(plain.lastEnd(position));
        }
        expect(packed.end).toBe(plain.end);
      }
    }),
    { numRuns: 20 },
  );
});

test("a reading goes on with what was there when it began, although that has been forgotten since", () => {
  const thousand = Array.from({ length: 1_000 }, () => 1);
  const history = atOnce(PackedHistory.beginningWith(commitsAfter(0, thousand)));
  const reading = history.after(0);
  const read = [reading.next().value];
  history.forget(1_000);
  read.push(...reading);
  expect(read).toEqual(commitsAfter(0, thousand));
  expect(history.end).toBeNull();
});
