import { expect, test } from "vitest";
import { takeTurns } from "./take-turns.ts";

const contender = (name: string, values: readonly number[], log: string[], failed = 0) => {
  let round = 0;
  const measure = async () => {
    log.push(name);
    return { values: { perSecond: values[round++] ?? Number.NaN }, failed };
  };
  return { name, measure };
};

test("contenders take turns, the first one last in every second turn, and the warm-up does not count", async () => {
  const log: string[] = [];
  const measured = await takeTurns([contender("a", [1, 100, 200], log), contender("b", [900, 50, 120], log)], 2);
  expect(log.join("")).toBe("ababba");
  expect(measured.figures("perSecond", "a")).toEqual([
    { name: "a", spread: { median: 150, low: 100, high: 200 }, ratio: null, failed: 0 },
    { name: "b", spread: { median: 85, low: 50, high: 120 }, ratio: { median: 0.55, low: 0.5, high: 0.6 }, failed: 0 },
  ]);
});

test("a target is reached by the ratio in the middle, or by the value", async () => {
  const measured = await takeTurns([contender("a", [0, 100], []), contender("b", [0, 80], [])], 1);
  expect(measured.target("perSecond", "b", { atLeast: 0.75 }, "a").isReached).toBe(true);
  expect(measured.target("perSecond", "b", { atMost: 0.75 }, "a").isReached).toBe(false);
  expect(measured.target("perSecond", "b", { atMost: 80 }, null)).toMatchObject({
    reached: { median: 80 },
    isReached: true,
  });
});

test("what failed in any round is told", async () => {
  const measured = await takeTurns([contender("a", [1, 1, 1], [], 2)], 2);
  expect(measured.figures("perSecond", null)).toMatchObject([{ failed: 4 }]);
});

test("the turns of a round count as one, by their sums", async () => {
  let turn = 0;
  const turns = [1, 1, 3].map((per) => ({ perSecond: { amount: 100, per }, durationsMs: [per] }));
  const measure = async () => {
    const { perSecond, durationsMs } = turns[turn++] ?? { perSecond: Number.NaN, durationsMs: [] };
    return { values: { perSecond }, durationsMs, failed: 1 };
  };
  const measured = await takeTurns([{ name: "a", measure }], 1, { perRound: 3, warmUp: false });
  const figure = { name: "a", spread: { median: 60, low: 60, high: 60 }, ratio: null, failed: 3 };
  expect(measured.throughput(null)).toEqual([{ ...figure, p99Ms: 1 }]);
});
