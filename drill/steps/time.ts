import fc from "fast-check";
import { shownPassing } from "../../src/report/shown-time.ts";
import { kind, type StepKind } from "./step.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** From the gap between two attempts to a month, in which holds are released. */
const PASSINGS_MS = [
  ...[SECOND_MS, 11 * SECOND_MS, 41 * SECOND_MS, 6 * MINUTE_MS],
  ...[2 * HOUR_MS, 13 * HOUR_MS, 72 * HOUR_MS, 744 * HOUR_MS],
];

export const timeSteps: readonly StepKind[] = [
  kind(5, fc.constantFrom(...PASSINGS_MS), async (stage, ms) => {
    await stage.clock.pass(ms);
    return `${shownPassing(ms).slice(1)} pass.`;
  }),
  kind(2, fc.constantFrom("late", "wrong", "slow"), async (stage, how) => {
    stage.lapses.push(how);
    return {
      late: "The next code mail is late.",
      wrong: "The next code is typed wrong.",
      slow: "The next code is typed after it has expired.",
    }[how];
  }),
];

/** Ordinary noon, and around midnight in UTC and in the company's zone, at the end of a month and of a year. */
export const beginnings = fc.constantFrom(
  "2026-03-02T12:00:00.000Z",
  "2026-03-02T23:59:50.000Z",
  "2026-03-03T02:59:50.000Z",
  "2026-04-01T02:59:30.000Z",
  "2026-12-31T23:59:00.000Z",
);
