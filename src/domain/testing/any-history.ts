import fc from "fast-check";
import type { ChargeMove, Command } from "../command.ts";
import type { CompanyProfile } from "../company.ts";
import type { IsoDuration } from "../duration.ts";
import type { Settings, SettingsPatch } from "../settings.ts";
import { anyFaultMove } from "./any-fault-move.ts";
import { commanded, drawn, named, which, who } from "./any-pick.ts";
import { anyWebhookMove } from "./any-webhook-move.ts";
import type { Move, SubscriptionMove, WithdrawalMove } from "./moves.ts";
import { acme } from "./story.ts";

const retention = fc.record({
  percent: fc.oneof(
    fc.constantFrom(0, 100),
    fc.integer({ min: 1, max: 9_999 }).map((n) => n / 100),
  ),
  holdFor: fc.constantFrom("PT0S", "PT3H", "P1D", "P30D", "P1M"),
});
/** The smallest withdrawal, what leaves just that of a balance, and a cent less or more. */
const fees = fc.constantFrom("floor", "below floor", "all but floor", "more than that");
const cents = fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 10_000_000 }));

const advance = fc.oneof(
  fc.constantFrom("PT0S", "PT0.001S", "PT10S", "PT4M59.999S", "PT5M", "P1D", "P1M"),
  fc.integer({ min: 0, max: 3_600_000 }).map((ms) => `PT${ms / 1_000}S`),
  fc.integer({ min: 0, max: 1_000 }).map((hours) => `PT${hours}H`),
);

const settlement = fc.record(
  {
    delay: fc.constantFrom("PT0S", "PT10S", "P2D"),
    outcome: fc.constantFrom("CONFIRMED", "FAILED", "MANUAL"),
    reason: fc.option(fc.string({ maxLength: 5 })),
  },
  { requiredKeys: [] },
);

/** Each setting is drawn, also one that is added later. */
const drawnSettings: { readonly [S in keyof Settings]: fc.Arbitrary<SettingsPatch[S]> } = {
  minimumWithdrawal: fc.integer({ min: 0, max: 1_000 }),
  withdrawalFee: fc.integer({ min: 0, max: 500 }),
  otpLifetime: fc.constantFrom("PT0S", "PT1M", "PT5M", "P1D", "never"),
  manualApproval: fc.boolean(),
  retention: fc.option(retention),
  settlement,
  triggers: fc.array(
    fc.record(
      { settlement, valueEndsWith: fc.integer({ min: 0, max: 12 }), pixKey: fc.constantFrom("ana", "bia") },
      { requiredKeys: ["settlement"] },
    ),
    { maxLength: 3 },
  ),
  otpCode: fc.constantFrom(null, null, "000000", "123456"),
  webhookUrls: fc.constantFrom("strict", "any"),
  webhookTimeout: fc.constantFrom("PT10S", "PT1S", "PT5M", "P1M"),
  webhookTimestamps: fc.constantFrom("world", "wall"),
  timeZone: fc.constantFrom("America/Sao_Paulo", "UTC", "Pacific/Auckland", "Nowhere/Here"),
};
const settings: fc.Arbitrary<SettingsPatch> = fc.record(drawnSettings, { requiredKeys: [] });

const profile: fc.Arbitrary<Partial<CompanyProfile>> = fc.record(
  {
    name: fc.string({ maxLength: 8, unit: "grapheme" }),
    pixKey: fc.oneof(fc.uuid(), fc.constantFrom("ana", "bia")),
    retention: fc.option(retention),
    automaticWithdrawal: fc.option(fc.constantFrom({ at: "06:00" }, { at: "00:00" }, { at: "23:59" })),
  },
  { requiredKeys: [] },
);

const clock = fc.record({
  type: fc.constant("set-clock" as const),
  mode: fc.constantFrom("running" as const, "frozen" as const),
  rate: fc.constantFrom(1, 60),
});

const chargeMove = fc.constantFrom<ChargeMove>(
  "process-charge",
  "pay-charge",
  "expire-charge",
  "refund-charge",
  "chargeback-charge",
);
const reversal = fc.constantFrom<ChargeMove>("refund-charge", "chargeback-charge");
const reviewMove = fc.constantFrom<WithdrawalMove>("approve-withdrawal", "decline-withdrawal");
const subscriptionMove = fc.constantFrom<SubscriptionMove>(
  "authorize-subscription",
  "authorize-subscription",
  "reject-subscription",
  "bill-subscription",
);
const expiresIn: fc.Arbitrary<IsoDuration | null> = fc.option(fc.constantFrom("PT0S", "PT1H", "P3D", "soon"));
const billing = fc.constantFrom("PAID", "FAILED");
const interval = fc.constantFrom("P1D", "P1W", "P1M", "PT1H");
const code = fc.option(fc.constantFrom("000000", "123456"), { freq: 3 });

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: settings.map((patch): Command => ({ type: "change-settings", patch })) },
  { weight: 1, arbitrary: clock },
  { weight: 1, arbitrary: fc.constant<Command>({ type: "reach-time" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("set-bookmark", "remove-bookmark").map((type) => ({ type, name: "before" })),
  },
  { weight: 1, arbitrary: fc.constant<Command>({ type: "add-company", profile: acme }) },
);

const drawnMove: fc.Arbitrary<Move> = fc.oneof(
  drawn(12, fc.record({ do: named("advance"), by: advance })),
  drawn(
    8,
    fc.record({
      do: named("create-charge"),
      who,
      total: cents,
      expiresIn,
      paid: fc.boolean(),
      percent: fc.integer({ min: -1, max: 100 }),
    }),
  ),
  drawn(10, fc.record({ do: chargeMove, who, which })),
  drawn(10, fc.record({ do: named("initiate"), who, value: fc.oneof(fc.constant("all" as const), fees, cents) })),
  drawn(18, fc.record({ do: named("confirm"), who, which, guess: code })),
  drawn(5, fc.record({ do: named("resend-otp"), who, which })),
  drawn(2, fc.record({ do: named("cancel-withdrawal"), who, which })),
  drawn(4, fc.record({ do: reviewMove, who, which })),
  drawn(3, fc.record({ do: named("settle"), who, which, outcome: fc.constantFrom("CONFIRMED", "FAILED") })),
  drawn(
    3,
    fc.record({
      do: named("subscribe"),
      who,
      amountCents: cents,
      interval,
      nextOutcome: billing,
    }),
  ),
  drawn(1, fc.record({ do: named("change-subscription"), who, which, nextOutcome: billing })),
  drawn(6, fc.record({ do: subscriptionMove, who, which })),
  drawn(24, anyWebhookMove),
  drawn(6, anyFaultMove),
  drawn(4, fc.record({ do: named("change-company"), who, patch: profile })),
  drawn(8, commanded(command)),
  drawn(
    1,
    fc.record({
      do: named("rewind"),
      epochs: fc.constantFrom(1, 1, 3),
      deliveries: fc.constantFrom("resume", "cancel"),
    }),
  ),
);

/** Drawn records have no prototype now and then; those of a request have the usual one. */
export const anyMove: fc.Arbitrary<Move> = drawnMove.map((move) => structuredClone(move));

/** Guesses at one withdrawal's code, at once or in two bouts with time between them. */
const bruteForce: fc.Arbitrary<Move[]> = fc
  .record({ who, times: fc.integer({ min: 2, max: 7 }), by: advance, again: fc.nat(6) })
  .map(({ who, times, by, again }) => {
    const guess: Move = { do: "confirm", who, which: 0, guess: "000000" };
    const many = (count: number) => Array.from({ length: count }, () => guess);
    return [
      { do: "initiate", who, value: "all" },
      ...many(times),
      { do: "advance", by },
      { do: "resend-otp", who, which: 0 },
      ...many(again),
    ];
  });

/** A withdrawal from its beginning to some end, with or without a review. */
const wholeWithdrawal: fc.Arbitrary<Move[]> = fc
  .record({ who, manualApproval: fc.boolean(), review: reviewMove, by: advance })
  .map(({ who, manualApproval, review, by }) => [
    { do: "command", command: { type: "change-settings", patch: { manualApproval } } },
    { do: "initiate", who, value: "all" },
    { do: "confirm", who, which: 0, guess: null },
    { do: "advance", by },
    { do: review, who, which: 0 },
  ]);

/** Deliveries of which the first are held back, some of them until a later one was attempted. */
const overtaking: fc.Arbitrary<Move[]> = fc
  .record({ who, times: fc.integer({ min: 1, max: 3 }), charges: fc.integer({ min: 1, max: 4 }), by: advance })
  .map(({ who, times, charges, by }) => {
    const terms = { name: "Orders", url: "https://hooks.acme.dev/orders", events: ["charge.pending"] };
    const charge: Move = { do: "create-charge", who, total: 100, expiresIn: null, paid: false, percent: 0 };
    return [
      { do: "create-webhook", who, terms },
      { do: "disturb-deliveries", kind: "reorder-deliveries", delay: "PT1M", times, webhook: null },
      ...Array.from({ length: charges }, () => charge),
      { do: "advance", by: "PT0S" },
      { do: "advance", by },
    ];
  });

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
);

/** A random history, mostly of single moves that have nothing to do with each other. */
export const anyHistory: fc.Arbitrary<Move[]> = fc
  .array(fc.oneof({ weight: 25, arbitrary: anyMove.map((move) => [move]) }, { weight: 6, arbitrary: storyOfMoves }), {
    minLength: 20,
    maxLength: 80,
    size: "max",
  })
  .map((parts) => parts.flat());
