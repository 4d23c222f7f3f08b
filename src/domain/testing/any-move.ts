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
export const fees = fc.constantFrom("floor", "below floor", "all but floor", "more than that");
export const cents = fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 10_000_000 }));

export const advance = fc.oneof(
  fc.constantFrom("PT0S", "PT0.001S", "PT10S", "PT4M59.999S", "PT5M", "P1D", "P1M"),
  fc.integer({ min: 0, max: 3_600_000 }).map((ms) => `PT${ms / 1_000}S`),
  fc.integer({ min: 0, max: 1_000 }).map((hours) => `PT${hours}H`),
);

export const settlement = fc.record(
  {
    delay: fc.constantFrom("PT0S", "PT10S", "P2D"),
    outcome: fc.constantFrom("CONFIRMED", "FAILED", "MANUAL"),
    reason: fc.option(fc.string({ maxLength: 5 })),
  },
  { requiredKeys: [] },
);

export const pixKey = fc.constantFrom("ana", "bia");
export const triggers = fc.array(
  fc.record({ settlement, valueEndsWith: fc.integer({ min: 0, max: 12 }), pixKey }, { requiredKeys: ["settlement"] }),
  { maxLength: 3 },
);

/** Each setting is drawn, also one that is added later. */
const drawnSettings: { readonly [S in keyof Settings]: fc.Arbitrary<SettingsPatch[S]> } = {
  minimumWithdrawal: fc.integer({ min: 0, max: 1_000 }),
  withdrawalFee: fc.integer({ min: 0, max: 500 }),
  otpLifetime: fc.constantFrom("PT0S", "PT1M", "PT5M", "P1D", "never"),
  manualApproval: fc.boolean(),
  retention: fc.option(retention),
  settlement,
  triggers,
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

export const chargeMove = fc.constantFrom<ChargeMove>(
  "process-charge",
  "pay-charge",
  "expire-charge",
  "refund-charge",
  "chargeback-charge",
);
export const reviewMove = fc.constantFrom<WithdrawalMove>("approve-withdrawal", "decline-withdrawal");
export const subscriptionMove = fc.constantFrom<SubscriptionMove>(
  "authorize-subscription",
  "authorize-subscription",
  "reject-subscription",
  "bill-subscription",
);
const expiresIn: fc.Arbitrary<IsoDuration | null> = fc.option(fc.constantFrom("PT0S", "PT1H", "P3D", "soon"));
export const billing = fc.constantFrom("PAID", "FAILED");
export const interval = fc.constantFrom("P1D", "P1W", "P1M", "PT1H");
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
  drawn(3, fc.record({ do: named("subscribe"), who, amountCents: cents, interval, nextOutcome: billing })),
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
