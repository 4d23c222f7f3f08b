import fc, { type Arbitrary } from "fast-check";
import type { AnyApplication } from "./application.ts";
import { STEERED } from "./pairs.ts";
import { drawnFrom, seedText, type WorldSeed } from "./seed.ts";
import { type ActChoice, actSteps, again, settle, settling } from "./steps/acts.ts";
import { customerSteps, provokingSteps } from "./steps/customers.ts";
import { faultStep, faultSteps, type Pair, redelivery } from "./steps/faults.ts";
import { cancelling, platformSteps } from "./steps/platform.ts";
import { CANCELLED, REFUSED, situations } from "./steps/situations.ts";
import { inTurn, type Step, type StepKind } from "./steps/step.ts";
import { beginnings, timeSteps } from "./steps/time.ts";
import { UnusableApplication } from "./unusable.ts";

/** When a world begins, and what is done in it. */
export interface WorldPlan {
  readonly startAt: string;
  readonly steps: readonly Step[];
}

/** The most steps of a world: enough for faults to meet, few enough to be quick. */
const MAX_STEPS = 14;

/** Returns what draws the plans of an application. */
export function planner(application: AnyApplication, choice: ActChoice) {
  const acts = actSteps(application, choice);
  const { own } = acts;
  const faultless = [...own, ...customerSteps, ...platformSteps, ...timeSteps];
  const step = fc.oneof(...faultless, ...faultSteps);
  const rare = Object.values(situations).map(alone);
  const beginning = fc.oneof({ weight: 5 * rare.length, arbitrary: fc.constant([]) }, ...rare);
  const steps = fc.array(step, { minLength: 1, maxLength: MAX_STEPS, size: "max" });
  const free = fc.tuple(beginning, steps).map((parts) => parts.flat());
  // Another fault would take the calls.
  const few = fc.array(fc.oneof(...faultless), { maxLength: MAX_STEPS >> 2, size: "max" });
  /** A fault, and soon after it what it can apply to. */
  const steered = (pair: Pair): Arbitrary<readonly Step[]> => {
    const wrong = alone(situations[pair.subject] ?? faultStep(pair)).arbitrary;
    const provoked = provokedBy(pair, acts, settling(application, 40));
    const later = fc.oneof({ weight: 7, arbitrary: provoked }, ...[again, redelivery].map(alone));
    return fc.tuple(few, wrong, provoked, few, later, few).map((parts) => parts.flat());
  };
  return (named: WorldSeed): WorldPlan => {
    const pair = named.focus === null ? undefined : STEERED[named.focus];
    if (named.focus !== null) mustBeBelow(STEERED.length, named, "pair", named.focus);
    const steps = pair === undefined ? free : steered(pair);
    const [plan] = fc.sample(fc.record({ startAt: beginnings, steps }), { seed: drawnFrom(named), numRuns: 1 });
    if (plan === undefined) throw new Error("nothing was drawn");
    if (named.steps === undefined) return plan;
    mustBeBelow(plan.steps.length, named, "step", ...named.steps);
    return chosenSteps(plan, named.steps);
  };
}

/** Throws `UnusableApplication` for the number of nothing, which a seed has that was printed for another application. */
function mustBeBelow(count: number, seed: WorldSeed, what: string, ...numbers: readonly number[]): void {
  const unknown = numbers.find((number) => number >= count);
  if (unknown !== undefined)
    throw new UnusableApplication(
      `the seed ${seedText(seed)} names the ${what} ${unknown}, but the last one is ${count - 1}. Give it as it was printed, with the same acts and options.`,
    );
}

/** An act calls the platform; so does an application that settles, and a receiver that reads where an event does not tell all. */
function provokedBy(
  { subject }: Pair,
  { own, all, whole }: ReturnType<typeof actSteps>,
  settling: StepKind,
): Arbitrary<readonly Step[]> {
  // What has its code is not cancelled any more.
  const acts = fc.oneof({ weight: 40, arbitrary: subject === "cancelWithdrawal" ? all : whole }, ...own.map(alone));
  const paid = { weight: 40, arbitrary: provokingSteps["charge.paid"].arbitrary };
  if (subject === "getBalance" || subject === "listWithdrawals")
    return fc.oneof({ weight: 40, arbitrary: acts }, alone(paid), alone(settling));
  const end = { "withdraw.completed": banking, [REFUSED]: banking, [CANCELLED]: cancelling }[subject];
  // An application that has read before that the withdrawal is under way may have booked it already.
  if (end !== undefined)
    return fc.tuple(acts, fc.boolean()).map(([steps, isSeen]) => {
      return steps.map((act) => inTurn(act, ...(isSeen ? [settle, end] : [end])));
    });
  const provoking = provokingSteps[subject];
  return provoking === undefined ? acts : alone(provoking).arbitrary;
}

/** Returns what is drawn as often, as the only step of a list. */
function alone({ weight, arbitrary }: StepKind) {
  return { weight, arbitrary: arbitrary.map((step): readonly Step[] => [step]) };
}

/** Longer than the bank takes, which pays or refuses while things go wrong, and not only when all is quiet. */
const BANK_MS = 11_000;

const banking: Step = async (stage) => {
  await stage.clock.pass(BANK_MS);
  return `Then ${BANK_MS / 1_000} s pass.`;
};

/** Returns the plan with these of its steps only. */
export function chosenSteps(plan: WorldPlan, steps: readonly number[]): WorldPlan {
  return { ...plan, steps: plan.steps.filter((_, index) => steps.includes(index)) };
}
