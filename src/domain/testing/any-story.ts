import fc from "fast-check";
import type { ChargeMove } from "../command.ts";
import { manyCalls } from "./any-fault-move.ts";
import {
  advance,
  billing,
  cents,
  chargeMove,
  fees,
  interval,
  pixKey,
  reviewMove,
  settlement,
  subscriptionMove,
  triggers,
} from "./any-move.ts";
import { who } from "./any-pick.ts";
import type { Move, WebhookMove } from "./moves.ts";

const reversal = fc.constantFrom<ChargeMove>("refund-charge", "chargeback-charge");
const webhookMove = fc.constantFrom<WebhookMove>("delete-webhook", "reactivate-webhook", "test-webhook");
const hook = "https://hooks.acme.dev/orders";

/** What a withdrawal needs: money, and no other one that is open. */
function ready(who: number): Move[] {
  return [
    { do: "create-charge", who, total: 100_000, expiresIn: null, paid: true, percent: 0 },
    { do: "cancel-withdrawal", who, which: 0 },
  ];
}

/** Guesses at one withdrawal's code, at once or in two bouts with time between them. */
const bruteForce: fc.Arbitrary<Move[]> = fc
  .record({ who, times: fc.integer({ min: 2, max: 7 }), by: advance, again: fc.nat(6), isRightAtLast: fc.boolean() })
  .map(({ who, times, by, again, isRightAtLast }) => {
    const guess: Move = { do: "confirm", who, which: 0, guess: "000000" };
    const many = (count: number) => Array.from({ length: count }, () => guess);
    return [
      ...ready(who),
      { do: "initiate", who, value: "all" },
      ...many(times),
      ...(isRightAtLast ? [{ ...guess, guess: null }] : []),
      { do: "advance", by },
      { do: "resend-otp", who, which: 0 },
      ...many(again),
    ];
  });

const byHand = fc.array(fc.constantFrom("CONFIRMED", "FAILED"), { maxLength: 1 });
const terms = {
  settings: fc.record({ manualApproval: fc.boolean(), settlement, triggers }),
  pixKey,
  value: fc.integer({ min: 5_000, max: 5_012 }),
};

/** A withdrawal from its beginning to some end, with or without a review, and by a trigger or not. */
const wholeWithdrawal: fc.Arbitrary<Move[]> = fc
  .record({ who, ...terms, review: reviewMove, by: advance, end: byHand })
  .map(({ who, settings, pixKey, value, review, by, end }) => [
    ...ready(who),
    { do: "command", command: { type: "change-settings", patch: structuredClone(settings) } },
    { do: "change-company", who, patch: { pixKey } },
    { do: "initiate", who, value },
    { do: "confirm", who, which: 0, guess: null },
    { do: "advance", by },
    { do: review, who, which: 0 },
    ...end.map((outcome): Move => ({ do: "settle", who, which: 0, outcome })),
    { do: "advance", by: "P2D" },
  ]);

/** Deliveries of which the first are held back, some of them until a later one was attempted. */
const overtaking: fc.Arbitrary<Move[]> = fc
  .record({ who, times: fc.integer({ min: 1, max: 3 }), charges: fc.integer({ min: 1, max: 4 }), by: advance })
  .map(({ who, times, charges, by }) => {
    const terms = { name: "Orders", url: hook, events: ["charge.pending"] };
    const charge: Move = { do: "create-charge", who, total: 100, expiresIn: null, paid: false, percent: 0 };
    return [
      { do: "create-webhook", who, terms },
      { do: "disturb-deliveries", kind: "reorder-deliveries", delay: "PT1M", times, webhook: null },
      ...Array.from({ length: charges }, () => charge),
      { do: "advance", by: "PT0S" },
      { do: "advance", by },
    ];
  });

/** A delivery that has come to some end, and what is done with it and its webhook then. */
const wholeWebhook: fc.Arbitrary<Move[]> = fc
  .record({ who, by: advance, moves: fc.array(webhookMove, { maxLength: 4 }) })
  .map(({ who, by, moves }) => [
    { do: "create-webhook", who, terms: { name: "Orders", url: hook, events: ["charge.pending"] } },
    { do: "create-charge", who, total: 100, expiresIn: null, paid: false, percent: 0 },
    { do: "advance", by },
    ...moves.flatMap((move): Move[] => [
      { do: move, who, which: 0 },
      { do: "redeliver", who, which: 0 },
    ]),
    { do: "advance", by: "P1D" },
  ]);

/** A payment from its beginning, by way of a hold, to a reversal, and one more reversal that comes too late. */
const wholeCharge: fc.Arbitrary<Move[]> = fc
  .record({ who, total: cents, first: chargeMove, second: chargeMove, by: advance, reversals: fc.array(reversal) })
  .map(({ who, total, first, second, by, reversals }) => [
    { do: "create-charge", who, total, expiresIn: "PT1H", paid: false, percent: 30 },
    { do: first, who, which: 0 },
    { do: second, who, which: 0 },
    { do: "pay-charge", who, which: 0 },
    { do: "advance", by },
    ...reversals.map((move): Move => ({ do: move, who, which: 0 })),
  ]);

/** A subscription and what becomes of it in three months. */
const wholeSubscription: fc.Arbitrary<Move[]> = fc
  .record({ who, interval, outcome: billing, later: billing, moves: fc.array(subscriptionMove, { maxLength: 4 }) })
  .map(({ who, interval, outcome, later, moves }) => [
    { do: "subscribe", who, amountCents: 5_000, interval, nextOutcome: outcome },
    ...moves.map((move): Move => ({ do: move, who, which: 0 })),
    { do: "advance", by: "P1M" },
    { do: "change-subscription", who, which: 0, nextOutcome: later },
    { do: "bill-subscription", who, which: 0 },
    { do: "advance", by: "P2M" },
  ]);

/** A day on whose evening just enough is left for the daily withdrawal, or a cent less. */
const wholeDay: fc.Arbitrary<Move[]> = fc
  .record({ who, minimumWithdrawal: fc.constantFrom(0, 101), withdrawalFee: fc.constantFrom(0, 200), leaving: fees })
  .map(({ who, leaving, ...patch }) => [
    { do: "command", command: { type: "change-settings", patch } },
    ...ready(who),
    { do: "change-company", who, patch: { automaticWithdrawal: { at: "06:00" } } },
    { do: "initiate", who, value: leaving },
    { do: "advance", by: "P1D" },
  ]);

/** What seldom comes about by single moves. */
export const storyOfMoves: fc.Arbitrary<Move[]> = fc.oneof(
  bruteForce,
  wholeWithdrawal,
  overtaking,
  wholeCharge,
  wholeSubscription,
  wholeDay,
  wholeWebhook,
  manyCalls,
);
