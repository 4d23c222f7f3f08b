import fc from "fast-check";
import { anyMove } from "../../domain/testing/any-move.ts";
import { storyOfMoves } from "../../domain/testing/any-story.ts";
import type { Move } from "../../domain/testing/moves.ts";
import type {
  Advance,
  HistoryStep,
  Journey,
  PowerFailure,
  RandomHistory,
  RewindTarget,
  Verdict,
} from "./history-step.ts";

const names = ["early", "late"] as const;
const name = fc.constantFrom(...names);
const bookmark = fc
  .tuple(fc.constantFrom("set-bookmark", "set-bookmark", "remove-bookmark"), name)
  .map(([type, name]): Move => ({ do: "command", command: { type, name } }));
const move = fc.oneof({ weight: 20, arbitrary: anyMove.filter(isAskable) }, { weight: 1, arbitrary: bookmark });

const deliveries = fc.constantFrom("resume", "resume", "cancel");
const destination: fc.Arbitrary<RewindTarget> = fc.oneof(
  fc.record({ by: fc.constant("bookmark"), name }),
  fc.record({ by: fc.constant("position"), back: fc.nat(40) }),
  fc.record({ by: fc.constant("position"), back: fc.nat(6) }),
  fc.record({ by: fc.constantFrom("oldest", "oldest", "forgotten", "forgotten", "within-command", "too-far") }),
  fc.record({ by: fc.constant("instant"), permille: fc.integer({ min: -20, max: 1_020 }) }),
);
const by = fc.constantFrom("PT0S", "PT1S", "PT5S", "PT10S", "PT15S", "PT1M", "PT4M59.999S", "PT5M", "PT1H", "P1D");
const advance: fc.Arbitrary<Advance> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("advance"), by }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("advance-to-next") }) },
);
const journey: fc.Arbitrary<Journey> = fc.oneof(
  { weight: 5, arbitrary: advance },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("rewind"), to: destination, deliveries }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reset"), deliveries }) },
);

/** One after the other mostly; now and then many at once. */
const moves = fc.oneof(
  { weight: 5, arbitrary: fc.array(move, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(move, { minLength: 2, maxLength: 7 }) },
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
const isForeign = fc.integer({ min: 0, max: 14 }).map((drawn) => drawn === 14);
const step: fc.Arbitrary<HistoryStep> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ step: fc.constant("ask"), moves, journey: fc.constant(null), isForeign }) },
  { weight: 7, arbitrary: journey.map(gone) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("ask"), moves, journey, isForeign: fc.constant(false) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant("crash"),
      moves: fc.array(move, { maxLength: 6 }),
      journey: fc.option(journey, { freq: 2 }),
      isSaving: fc.boolean(),
      power,
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("restart"), power: fc.option(power, { freq: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("rest") }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("receivers"), answers }) },
);

const paid: Move = { do: "create-charge", who: 0, total: 20_050, expiresIn: null, paid: true, percent: 1 };

/** What seldom comes about by chance, though it should: stories of several steps. */
const story: fc.Arbitrary<HistoryStep[]> = fc.oneof(
  storyOfMoves.map((parts) =>
    parts.flatMap((one) => (one.do === "advance" ? [gone(one)] : isAskable(one) ? [asked(one)] : [])),
  ),
  // A place is marked, so much happens that what lies around it is forgotten, and the world goes back there.
  fc
    .record({ name, rounds: fc.integer({ min: 1, max: 4 }), restart: fc.boolean() })
    .map(({ name, rounds, restart }) => [
      asked({ do: "command", command: { type: "set-bookmark", name } }),
      ...Array.from({ length: rounds }, () => asked(paid, paid, paid, paid, paid, paid)),
      ...(restart ? [{ step: "restart", power: null } as const] : []),
      gone({ do: "rewind", to: { by: "bookmark", name }, deliveries: "resume" }),
    ]),
  // After a reset the world goes back to where it was before.
  fc
    .nat(12)
    .map((back) => [
      asked(paid),
      gone({ do: "rewind", to: { by: "position", back }, deliveries: "resume" }),
      asked(paid),
      gone({ do: "reset", deliveries: "resume" }),
      asked(paid),
      gone({ do: "rewind", to: { by: "position", back: 4 + back }, deliveries: "resume" }),
      asked(paid),
    ]),
  // Several holds are there when a process ends.
  fc
    .constantFrom("PT5S", "PT5M")
    .map((holdFor) => [
      asked({ do: "command", command: { type: "change-settings", patch: { retention: { percent: 25, holdFor } } } }),
      asked({ ...paid, paid: false }),
      asked(paid, paid, { do: "pay-charge", who: 0, which: 0 }),
      { step: "restart", power: null } as const,
      gone({ do: "advance-to-next" }),
    ]),
);

export const history: fc.Arbitrary<RandomHistory> = fc.record({
  historyLimit: fc.constantFrom(20, 60, 100_000),
  segmentBytes: fc.constantFrom(1_000, 4_000),
  answers,
  opening: fc.array(
    fc.oneof({ weight: 4, arbitrary: anyMove.filter(isRepeatable) }, { weight: 1, arbitrary: advance }),
    { minLength: 3, maxLength: 8 },
  ),
  steps: fc
    .array(fc.oneof({ weight: 10, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: story }), {
      minLength: 8,
      maxLength: 24,
      size: "max",
    })
    .map((steps) => steps.flat()),
});

function asked(...moves: Move[]): HistoryStep {
  return { step: "ask", moves, journey: null, isForeign: false };
}

function gone(journey: Journey): HistoryStep {
  return { step: "ask", moves: [], journey, isForeign: false };
}

/** What a request can ask; the rest comes from clocks, couriers and journeys. */
function isAskable(move: Move): boolean {
  if (move.do === "command") return move.command.type !== "set-clock" && move.command.type !== "reach-time";
  return move.do !== "advance" && move.do !== "rewind" && move.do !== "record-attempt";
}

/** What comes out the same when it is asked again after a reset: faults, bookmarks and routes survive that. */
function isRepeatable(move: Move): boolean {
  if (move.do === "disturb-deliveries" || move.do === "remove-fault") return false;
  return isAskable(move) && (move.do !== "command" || !/fault|bookmark|route/.test(move.command.type));
}
