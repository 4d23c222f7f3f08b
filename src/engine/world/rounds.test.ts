import { expect, test } from "vitest";
import { AttemptRounds, MAX_ROUNDS, Unsettled } from "./rounds.ts";

const at = Date.parse("2026-03-02T12:00:00Z");

/** Rounds in which every attempt has caused the next one: `order` is that of the attempt and of all scheduled so far. */
function pingPong(rounds: AttemptRounds, times: number, from = 0): void {
  for (let order = from + 1; order <= from + times; order += 1) {
    rounds.lastOrder(at, { at, order, deliveryId: "d" }, order);
  }
}

test("a round is all that was scheduled when it began; what comes meanwhile is the next", () => {
  const rounds = new AttemptRounds();
  const attempt = (order: number) => ({ at, order, deliveryId: `d${order}` });
  expect(rounds.lastOrder(at, attempt(3), 10)).toBe(10);
  // More was scheduled by now, but this attempt is one of the first ten.
  expect(rounds.lastOrder(at, attempt(10), 15)).toBe(10);
  expect(rounds.lastOrder(at, attempt(11), 15)).toBe(15);
});

test("a thousand rounds are many, one more is too many", () => {
  const rounds = new AttemptRounds();
  pingPong(rounds, MAX_ROUNDS);
  expect(() => pingPong(rounds, 1, MAX_ROUNDS)).toThrow(Unsettled);
  expect(() => pingPong(rounds, 1, MAX_ROUNDS + 1)).toThrow("receivers kept 2026-03-02T12:00:00.000Z busy for 1000");
});

test("however many attempts a round has, it is one", () => {
  const rounds = new AttemptRounds();
  for (let order = 1; order <= 10 * MAX_ROUNDS; order += 1) {
    expect(rounds.lastOrder(at, { at, order, deliveryId: "d" }, 10 * MAX_ROUNDS)).toBe(10 * MAX_ROUNDS);
  }
});

test("the next instant begins anew", () => {
  const rounds = new AttemptRounds();
  pingPong(rounds, MAX_ROUNDS);
  const later = { at: at + 1, order: MAX_ROUNDS + 1, deliveryId: "d" };
  expect(rounds.lastOrder(at + 1, later, MAX_ROUNDS + 7)).toBe(MAX_ROUNDS + 7);
});
