import { expect, test } from "vitest";
import { Holds } from "./holds.ts";

const hold = (chargeId: string) => ({ chargeId, amountCents: 1, due: { at: 0, order: 0 } });

test("the list of holds stays the same until a hold is added or removed", () => {
  const holds = new Holds();
  holds.set("a", hold("a")).set("b", hold("b"));
  const { list } = holds;
  expect(list).toEqual([hold("a"), hold("b")]);
  expect(holds.list).toBe(list);
  holds.delete("a");
  expect(holds.list).toEqual([hold("b")]);
  holds.set("c", hold("c"));
  expect(holds.list).toEqual([hold("b"), hold("c")]);
  holds.clear();
  expect([holds.list, list]).toEqual([[], [hold("a"), hold("b")]]);
});
