import { expect, test } from "vitest";
import { balanceClauses } from "../clauses/balance.ts";
import { description } from "../judge/testing/described.ts";
import { seenIn } from "../model/seen.ts";
import { called } from "../model/testing/told.ts";
import { clauseFinding } from "./verdict.ts";
import { confirmed } from "./witness.ts";

const clauses = balanceClauses.filter(({ id }) => id === "balance.available");
const balance = (available: number, story: string) => ({
  ...called("getBalance", {}, 200, { data: { balance: available, reservedBalance: 0, reserveHolds: [] } }),
  story,
});
const seen = (...readings: readonly ReturnType<typeof balance>[]) => seenIn(readings, description);

test.each([
  ["is shown again", [balance(10.5, "one")], balance(11.5, "one"), "broken", /must be integer$/],
  [
    "is shown by another story, too",
    [balance(10.5, "one"), balance(1.5, "two")],
    balance(10, "one"),
    "broken",
    /must be integer$/,
  ],
  [
    "its story does not show again",
    [balance(10.5, "one"), balance(1, "two")],
    balance(10, "one"),
    "not-judged",
    /^seen once, and not a second time/,
  ],
  [
    "could not be shown again, by its own story",
    [balance(10.5, "one")],
    balance(10, "two"),
    "broken",
    /\(seen once\)$/,
  ],
])("a balance that is no whole number and %s", (_, before, after, kind, reason) => {
  const first = seen(...before);
  const found = clauses.map((clause) => confirmed(clauseFinding(clause, first), seen(after), first, description));
  expect(found).toMatchObject([{ kind, reason: expect.stringMatching(reason) }]);
});
