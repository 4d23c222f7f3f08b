import { expect, test } from "vitest";
import { remembering } from "./remembering.ts";

test("what was asked before is not worked out again, until too much else was asked", () => {
  const asked: number[] = [];
  const double = remembering(2, (n: number) => {
    asked.push(n);
    return 2 * n;
  });
  expect([1, 1, 2, 1, 3, 1].map(double)).toEqual([2, 2, 4, 2, 6, 2]);
  expect(asked).toEqual([1, 2, 3, 1]);
});

test("what throws is asked anew", () => {
  let failures = 0;
  const broken = remembering(2, (): number => {
    failures += 1;
    throw new Error("no");
  });
  expect(() => broken(1)).toThrow("no");
  expect(() => broken(1)).toThrow("no");
  expect(failures).toBe(2);
});
