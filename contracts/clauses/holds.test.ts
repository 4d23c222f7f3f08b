import { expect, test } from "vitest";
import { acted, arrived, called } from "../model/testing/told.ts";
import { verdictOf } from "./testing/verdict-of.ts";

/** A balance with holds, each told by its charge and the second at which it ends. */
function balance(available: number, ...held: readonly (readonly [string, number])[]) {
  const reserveHolds = held.map(([chargeId, second]) => {
    return { chargeId, amountCents: 33, releaseAt: `2026-01-02T03:04:${second}Z` };
  });
  return called("getBalance", {}, 200, {
    data: { balance: available, reservedBalance: 33 * held.length, reserveHolds },
  });
}

const made = (chargeId: string) => acted("make-charge", { total: 501 }, { chargeId });
const paid = (chargeId: string) => acted("pay-charge", { chargeId });

test.each([
  [9_066, "passed"],
  [9_132, "broken"],
])(
  "of a charge with two holds, one ends with that of another charge: %i cents afterwards are %s",
  (after, expected) => {
    const before = balance(9_000, ["c-1", 10], ["c-2", 11], ["c-2", 15]);
    expect(verdictOf("holds.release-raises-balance", [before, balance(after, ["c-2", 15])])).toBe(expected);
  },
);

test.each([
  [33, "broken"],
  // Of what more is retained no event need tell.
  [501, "not-judged"],
])("where a hold was released and the reserve has %i cents, it is %s", (reservedBalance, expected) => {
  const after = { balance: 9_033, reservedBalance, reserveHolds: [] };
  const entries = [balance(9_000, ["c-1", 10]), called("getBalance", {}, 200, { data: after })] as const;
  const told = arrived({ event: "dispute.chargeback", data: { chargeId: "c-9" } });
  expect(verdictOf("holds.release-lowers-reserve", entries)).toBe(expected);
  expect(verdictOf("holds.release-lowers-reserve", [...entries, told])).toBe("not-judged");
});

test.each([
  ["c-1", "passed"],
  ["c-9", "broken"],
])(
  "a balance that is behind shows only now what is held of an earlier payment; the name %s is %s",
  (named, expected) => {
    const first = [made("c-1"), paid("c-1")];
    const behind = [made("c-2"), balance(9_000), paid("c-2"), balance(9_468, [named, 10])];
    expect(verdictOf("holds.charge-id", [...first, ...behind])).toBe(expected);
    // As much was paid by others at the same time.
    const later = balance(9_936, [named, 10], ["c-2", 11]);
    expect(verdictOf("holds.charge-id", [...first, ...behind, later])).toBe("passed");
  },
);

test.each([
  [5, 0, "broken"],
  [5, 4, "passed"],
  [2, 0, "passed"],
])(
  "a hold that is released %i s early by our clock, with the target's clock %i s ahead, is %s",
  (early, ahead, expected) => {
    const arrival = arrived({});
    const sent = { ...arrival, headers: { "x-webhook-timestamp": new Date(arrival.at + ahead * 1_000).toISOString() } };
    const held = (releaseAt: number, ...names: string[]) => {
      const reserveHolds = names.map((chargeId) => ({
        chargeId,
        amountCents: 33,
        releaseAt: new Date(releaseAt).toISOString(),
      }));
      return called("getBalance", {}, 200, {
        data: { balance: names.length === 0 ? 9_033 : 9_000, reservedBalance: 33 * names.length, reserveHolds },
      });
    };
    const before = held(arrival.at + 2_010 + early * 1_000, "c-1");
    expect(verdictOf("holds.release-at", [sent, before, held(0)])).toBe(expected);
  },
);
