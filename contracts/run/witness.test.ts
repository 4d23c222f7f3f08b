import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { balanceClauses } from "../clauses/balance.ts";
import { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { called } from "../model/testing/told.ts";
import { clauseFinding } from "./verdict.ts";
import { confirmed } from "./witness.ts";

const description = new Description(JSON.parse(JSON.stringify(loadDocument("interface").source)));
const balance = (available: number, story: string) => ({
  ...called("getBalance", {}, 200, { data: { balance: available, reservedBalance: 0, reserveHolds: [] } }),
  story,
});
const seen = (...readings: readonly ReturnType<typeof balance>[]) => seenIn(readings, description);

test.each([
  ["in a second story is broken", balance(20.25, "two"), "broken"],
  ["nowhere else was seen once", balance(20, "two"), "not-judged"],
])("a balance that is no whole number, and then one, and %s", (_, other, kind) => {
  const clause = balanceClauses.find(({ id }) => id === "balance.available");
  if (clause === undefined) throw new Error("there is no such clause");
  const first = seen(balance(10.5, "one"), other);
  const again = seen(balance(10, "one"));
  expect(confirmed(clauseFinding(clause, first), again, first, description).kind).toBe(kind);
});
