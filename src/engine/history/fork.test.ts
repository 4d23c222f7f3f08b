import { expect, test } from "vitest";
import { type Chronicle, newChronicle } from "./chronicle.ts";
import { forkOf } from "./fork.ts";

/** At 51 the world went back to 30, and at 71 to 60. */
function chronicle(): Chronicle {
  return { ...newChronicle(), rewinds: [rewind(51, 30), rewind(71, 60)] };
}

function rewind(position: number, to: number) {
  return { position, to, epoch: position };
}

test.each([
  {
    left: 50,
    right: 80,
    common: 30,
    ofLeft: [[30, 50]],
    ofRight: [
      [50, 60],
      [70, 80],
    ],
  },
  { left: 70, right: 80, common: 60, ofLeft: [[60, 70]], ofRight: [[70, 80]] },
  {
    left: 20,
    right: 80,
    common: 20,
    ofLeft: [],
    ofRight: [
      [20, 30],
      [50, 60],
      [70, 80],
    ],
  },
  { left: 80, right: 80, common: 80, ofLeft: [], ofRight: [] },
])("the ways to $left and $right part at $common", ({ left, right, common, ofLeft, ofRight }) => {
  const stretches = (pairs: readonly (readonly number[])[]) => pairs.map(([after, upTo]) => ({ after, upTo }));
  const expected = { common, left: stretches(ofLeft), right: stretches(ofRight) };
  expect(forkOf(chronicle(), left, right)).toEqual(expected);
  expect(forkOf(chronicle(), right, left)).toEqual({ ...expected, left: expected.right, right: expected.left });
});
