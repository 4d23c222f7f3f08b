import fc from "fast-check";
import {
  type Advance,
  bookmarkNames,
  chargeWishes,
  type Destination,
  type History,
  type Journey,
  type PowerFailure,
  type Step,
  type Which,
  type Wish,
  webhookWishes,
  withdrawalWishes,
} from "./history-step.ts";
import { story } from "./history-stories.ts";
import type { ModelSettings, Verdict } from "./model-state.ts";

const events = ["charge.pending", "charge.paid", "charge.expired", "withdraw.completed", "dispute.chargeback"];
const someEvents = fc.oneof(
  { weight: 3, arbitrary: fc.constant([...events, "charge.processing"]) },
  { weight: 1, arbitrary: fc.subarray(events, { minLength: 1 }) },
);
const back = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(6) });
const isForeign = fc.oneof({ weight: 14, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const which: fc.Arbitrary<Which> = fc.record({ back, isForeign });
const lapseMs = fc.constantFrom(0, 1_000, 5_000, 10_000, 15_000, 60_000, 299_999, 300_000, 3_600_000);
const retention = fc.option(
  fc.record({ basisPoints: fc.constantFrom(1, 333, 2_500, 5_050, 10_000), holdForMs: lapseMs }),
);
const patch: fc.Arbitrary<Partial<ModelSettings>> = fc.oneof(
  fc.record({ retention }),
  fc.record({ retention }),
  fc.record({ fee: fc.constantFrom(0, 7, 200) }),
  fc.record({ minimum: fc.constantFrom(0, 101, 5_000) }),
  fc.record({ otpLifetimeMs: fc.constantFrom(5_000, 60_000, 300_000) }),
  fc.record({ manualApproval: fc.boolean() }),
  fc.record({ settlementDelayMs: fc.constantFrom(0, 5_000, 10_000, 60_000) }),
  fc.record({ settlementOutcome: fc.constantFrom("CONFIRMED", "FAILED", "MANUAL") }),
);
const name = fc.constantFrom(...bookmarkNames);

const wish: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("create-charge"),
      total: fc.constantFrom(1, 99, 1_001, 20_050, 77_777),
      expiresInMs: fc.option(lapseMs.filter((ms) => ms > 0)),
      paid: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom(...chargeWishes), which }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("initiate"), value: fc.constantFrom(100, 301, 5_000, 40_000, 999_999) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("confirm"), which, isRight: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...withdrawalWishes), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("create-webhook"), receiver: fc.nat(2), events: someEvents }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom(...webhookWishes, "reactivate", "reactivate"), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("redeliver"), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("change-settings"), patch }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("set-route"),
      route: fc.constantFrom("http://127.0.0.1:3000", "http://127.0.0.1:4000"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("set-bookmark"), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove-bookmark"), name }) },
);

const deliveries = fc.constantFrom("resume", "resume", "cancel");
const destination: fc.Arbitrary<Destination> = fc.oneof(
  fc.record({ by: fc.constant("bookmark"), name }),
  fc.record({ by: fc.constant("position"), back: fc.nat(40) }),
  fc.record({ by: fc.constant("position"), back: fc.nat(6) }),
  fc.record({ by: fc.constantFrom("oldest", "oldest", "forgotten", "forgotten", "within-command", "too-far") }),
  fc.record({ by: fc.constant("instant"), permille: fc.integer({ min: -20, max: 1_020 }) }),
  fc.record({ by: fc.constant("moment-of"), back: fc.nat(20) }),
);
const advance: fc.Arbitrary<Advance> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("advance"), ms: lapseMs }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("advance-to-next") }) },
);
const journey: fc.Arbitrary<Journey> = fc.oneof(
  { weight: 5, arbitrary: advance },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("rewind"), to: destination, deliveries }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reset"), deliveries }) },
);

/** One after the other mostly; now and then many at once. */
const wishes = fc.oneof(
  { weight: 5, arbitrary: fc.array(wish, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(wish, { minLength: 2, maxLength: 7 }) },
);
const power: fc.Arbitrary<PowerFailure> = fc.record({
  afterCalls: fc.oneof(fc.nat(6), fc.nat(60)),
  seed: fc.nat(1_000),
  again: fc.option(fc.nat(30), { freq: 4 }),
});
const answers: fc.Arbitrary<Verdict[]> = fc.oneof(
  fc.constant<Verdict[]>(["ok"]),
  fc.constant<Verdict[]>(["refused"]),
  fc.array(fc.constantFrom("ok", "refused", "timeout"), { minLength: 2, maxLength: 5 }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ step: fc.constant("ask"), wishes, journey: fc.constant(null) }) },
  { weight: 7, arbitrary: fc.record({ step: fc.constant("ask"), wishes: fc.constant([]), journey }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("ask"), wishes, journey }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant("crash"),
      wishes: fc.array(wish, { maxLength: 6 }),
      journey: fc.option(journey, { freq: 2 }),
      isSaving: fc.boolean(),
      power,
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("restart"), power: fc.option(power, { freq: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("rest") }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("receivers"), answers }) },
);

export const history: fc.Arbitrary<History> = fc.record({
  historyLimit: fc.constantFrom(20, 60, 100_000),
  segmentBytes: fc.constantFrom(1_000, 4_000),
  answers,
  opening: fc.array(fc.oneof({ weight: 4, arbitrary: wish.filter(isRepeatable) }, { weight: 1, arbitrary: advance }), {
    minLength: 3,
    maxLength: 8,
  }),
  steps: fc
    .array(fc.oneof({ weight: 10, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: story }), {
      minLength: 8,
      maxLength: 24,
      size: "max",
    })
    .map((steps) => steps.flat()),
});

/** What gives the same answer when it is asked for again after a reset, whatever there was in between. */
function isRepeatable(one: Wish): boolean {
  if (one.do === "set-bookmark" || one.do === "remove-bookmark") return false;
  return !("which" in one && one.which.isForeign);
}
