import { expect, test } from "vitest";
import { deliveriesOf } from "./deliveries.ts";
import { arrived } from "./testing/told.ts";

const told = { event: "charge.paid", data: { chargeId: "chg_1" }, timestamp: "2026-03-02T12:00:00Z" };
const attempt = (nth: number, status: number, said: object = told) => ({
  ...arrived({ ...said, attempt: nth }),
  at: 5_000 * nth,
  headers: { "x-webhook-delivery": `dlv_${nth}` },
  status,
});
const counted = (...arrivals: Parameters<typeof deliveriesOf>[0]) =>
  deliveriesOf(arrivals, [], new Set()).map(({ attempts }) => attempts.length);

test("attempts that say the same of an event are of one delivery, whatever else each says of itself", () => {
  expect(counted(attempt(1, 500), attempt(2, 500), attempt(3, 200))).toEqual([3]);
  expect(counted(attempt(1, 200), attempt(2, 200))).toEqual([1, 1]);
  expect(counted(attempt(1, 500), attempt(2, 500, { ...told, timestamp: "2026-03-02T12:00:01Z" }))).toEqual([1, 1]);
  const { timestamp: _, ...timeless } = told;
  expect(counted(attempt(1, 500, timeless), attempt(2, 500, timeless))).toEqual([1, 1]);
});

test("an identifier that has come before tells which delivery an attempt is of, though another one says the same", () => {
  const named = (nth: number, id: string) => ({ ...attempt(nth, 500), headers: { "x-webhook-delivery": id } });
  expect(counted(named(1, "a"), named(1, "b"), named(2, "b"), named(3, "a"))).toEqual([2, 2]);
});
