import { describe, expect, test } from "vitest";
import { Book } from "./book.ts";

const one = { withdrawId: "wdr_1", wireId: "wdr_1", apiKey: "key", valueCents: 300, clause: "otp.required" };
const two = { ...one, withdrawId: "wdr_2", wireId: "wdr_2" };

function bookWith(...opened: (typeof one)[]): Book {
  const book = new Book(1_000);
  for (const withdrawal of opened) book.opened(withdrawal);
  return book;
}

describe("what is open", () => {
  test("is what was opened and not closed, and is known for ever", () => {
    const book = bookWith(one, two);
    book.closed("wdr_1");
    expect(book.open).toEqual([two]);
    expect([book.knows("wdr_1"), book.knows("wdr_2"), book.knows("wdr_3")]).toEqual([true, true, false]);
  });

  test("is open again when a target gives the same identifier once more", () => {
    const book = bookWith(one);
    book.closed("wdr_1");
    book.opened(one);
    expect(book.open).toEqual([one]);
  });

  test("is what was paid no more, and is still what may have been paid", () => {
    const book = bookWith(one, two);
    book.confirmed("wdr_1", "otp.required", "confirmed");
    book.confirmed("wdr_2", "otp.required", "unknown");
    expect(book.open).toEqual([two]);
    expect([book.mayBePaid("wdr_2"), book.mayBePaid("wdr_3")]).toEqual([true, false]);
  });
});

describe("a code that was read", () => {
  test("makes all others wrong, until a new one is sent", () => {
    const book = bookWith(one);
    expect(book.isKnownWrong("wdr_1", "000000")).toBe(false);
    book.mailed("wdr_1", "482915");
    expect([book.isKnownWrong("wdr_1", "000000"), book.isKnownWrong("wdr_1", "482915")]).toEqual([true, false]);
    book.resent("wdr_1");
    expect(book.isKnownWrong("wdr_1", "000000")).toBe(false);
    book.mailed("wdr_1", "111111");
    expect(book.isKnownWrong("wdr_1", "000000")).toBe(true);
  });

  test("is never known to be wrong again, not even of another withdrawal: a wrong target may take it", () => {
    const book = bookWith(one, two);
    book.mailed("wdr_1", "482915");
    book.resent("wdr_1");
    book.mailed("wdr_1", "111111");
    book.mailed("wdr_2", "222222");
    expect(book.isKnownWrong("wdr_1", "482915")).toBe(false);
    expect(book.isKnownWrong("wdr_2", "111111")).toBe(false);
  });

  test("says nothing of another withdrawal's", () => {
    const book = bookWith(one, two);
    book.mailed("wdr_1", "482915");
    expect(book.isKnownWrong("wdr_2", "000000")).toBe(false);
  });
});

test.each(["", "abcdef", "------"])("%j is wrong whatever was sent, for it has no digit", (code) => {
  expect(bookWith(one).isKnownWrong("wdr_1", code)).toBe(true);
});

test.each(["1", "00482915", "482915.0", "४८२९१५"])("%j may be right as long as no code was read", (code) => {
  expect(bookWith(one).isKnownWrong("wdr_1", code)).toBe(false);
});

describe("the budget", () => {
  test("is less by what was paid, and by what may have been", () => {
    const book = bookWith(one, two);
    book.confirmed("wdr_1", "otp.required", "confirmed");
    book.confirmed("wdr_2", "otp.required", "unknown");
    expect(book.leftCents).toBe(400);
    expect(book.ledger).toMatchObject({
      budgetCents: 1_000,
      spentCents: 600,
      entries: [
        { clause: "otp.required", withdrawId: "wdr_1", valueCents: 300, outcome: "confirmed" },
        { clause: "otp.required", withdrawId: "wdr_2", valueCents: 300, outcome: "unknown" },
      ],
    });
  });

  test("is less by what is on its way, until there is an answer", () => {
    const book = bookWith(one);
    const answered = book.confirming("wdr_1");
    expect([book.leftCents, book.ledger.spentCents]).toEqual([700, 0]);
    answered();
    expect(book.leftCents).toBe(1_000);
  });

  test("is used up by a payment of an amount that is not known", () => {
    const book = bookWith({ ...one, valueCents: Number.POSITIVE_INFINITY });
    book.confirmed("wdr_1", "otp.required", "confirmed");
    expect(book.leftCents).toBeLessThan(0);
    expect(Number.isSafeInteger(book.ledger.spentCents)).toBe(true);
  });
});
