import fc from "fast-check";
import { expect, test } from "vitest";
import { RunLedger } from "./ledger.ts";

const withdrawal = { withdrawId: "wdr_1", wireId: "wdr_1", apiKey: "key", valueCents: 300, story: "one" };

test("what is reserved for one story is not there for another", () => {
  const ledger = new RunLedger(500);
  expect(ledger.reserve("one", 300)).toBe(true);
  expect(ledger.reserve("two", 300)).toBe(false);
  expect([ledger.leftFor("one"), ledger.leftFor("two")]).toEqual([500, 200]);
  ledger.release("one");
  expect(ledger.leftFor("two")).toBe(500);
});

test("a payment is taken from the reservation of its story", () => {
  const ledger = new RunLedger(500);
  ledger.reserve("one", 300);
  ledger.opened(withdrawal);
  const settled = ledger.confirming("wdr_1", "one");
  expect([ledger.leftFor("one"), ledger.leftFor("two")]).toEqual([200, 200]);
  settled();
  ledger.confirmed("wdr_1", "one", "confirmed");
  expect([ledger.leftFor("one"), ledger.leftFor("two"), ledger.spentCents]).toEqual([200, 200, 300]);
});

test("the smallest amount is paid out, and twice as much where that waits for an approval", () => {
  const ledger = new RunLedger(5_000);
  ledger.opened({ ...withdrawal, withdrawId: "wdr_0", valueCents: 400 });
  ledger.opened(withdrawal);
  expect([ledger.likelyCents(500), ledger.likelyCents(200)]).toEqual([300, 200]);
  ledger.confirmed("wdr_1", "one", "in-review");
  expect(ledger.likelyCents(500)).toBe(600);
  ledger.opened({ ...withdrawal, withdrawId: "wdr_2", valueCents: 600 });
  ledger.confirmed("wdr_2", "one", "in-review");
  expect(ledger.likelyCents(500)).toBe(300);
});

test("stories never pay out more than the budget, in whatever order they reserve, confirm and end", () => {
  const step = fc.record({
    story: fc.constantFrom("a", "b", "c"),
    does: fc.constantFrom("reserve", "pay", "lose", "release"),
    cents: fc.integer({ min: 1, max: 400 }),
  });
  const steps = fc.array(step, { maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 1_000 }), (all, budget) => {
      const ledger = new RunLedger(budget);
      for (const [nth, { story, does, cents }] of all.entries()) {
        const withdrawId = `wdr_${nth}`;
        if (does === "reserve") ledger.reserve(story, cents);
        if (does === "release") ledger.release(story);
        if ((does !== "pay" && does !== "lose") || cents > ledger.leftFor(story)) continue;
        ledger.opened({ ...withdrawal, withdrawId, story, valueCents: cents });
        const settled = ledger.confirming(withdrawId, story);
        settled();
        if (does === "pay") ledger.confirmed(withdrawId, story, "confirmed");
      }
      expect(ledger.spentCents).toBeLessThanOrEqual(budget);
    }),
  );
});
