import fc, { type Arbitrary } from "fast-check";
import { money } from "../../src/report/money.ts";
import type { Act, AnyApplication, Death } from "../application.ts";
import { saying } from "../stage.ts";
import { UnusableApplication } from "../unusable.ts";
import { kind, nothing, type Step, type StepKind } from "./step.ts";
import { FIVE_WRONG } from "./time.ts";

/** What the application is told to do. */
export interface ActChoice {
  /** Names of acts; all by default. */
  readonly only?: readonly string[] | undefined;
  /** Without deaths of the application. */
  readonly withoutKill?: boolean | undefined;
}

const deaths = fc.record<Death>({ at: fc.constantFrom("call", "delivery"), when: fc.constantFrom("before", "after") });

/** Throws `UnusableApplication` for a name of no act. */
export function actSteps(application: AnyApplication, { only, withoutKill }: ActChoice): readonly StepKind[] {
  const { acts, settle, restart, dieAt } = application;
  const chosen = Object.entries(acts).filter(([name]) => only?.includes(name) ?? true);
  const unknown = only?.find((name) => !Object.hasOwn(acts, name));
  if (unknown !== undefined || chosen.length === 0)
    throw new UnusableApplication(
      `there is ${unknown === undefined ? "no act to draw" : `no act "${unknown}"`}. Allowed are ${Object.keys(acts).join(", ")}.`,
    );
  const one = fc.oneof(...chosen.map(([name, act]) => actOf(name, act)));
  const typing = typingActs(application);
  const mortal = withoutKill === true ? 0 : 1;
  return [
    { weight: 14, arbitrary: one },
    kind(1, fc.tuple(one, one), async (stage, both) => {
      const told = await Promise.all(both.map((act) => act(stage)));
      return `At the same moment: ${told.join(" ")}`;
    }),
    kind(settle === undefined ? 0 : 2, nothing, async (stage) => {
      return `The application settles.${saying(await stage.settlement())}`;
    }),
    kind(typing.length === 0 ? 0 : 1, one, async (stage, act) => {
      const told = await act(stage);
      stage.lapses = [...FIVE_WRONG];
      // The sixth is right, and too late.
      for (const type of FIVE_WRONG.flatMap(() => typing).concat(typing)) await type(stage);
      return `${told} Then a wrong code is typed five times, and the right one.`;
    }),
    kind(1, one, async (stage, act) => {
      stage.lapses.unshift("late");
      const told = await act(stage);
      const [open] = await stage.withdrawals("CREATED");
      if (open === undefined || !(await stage.cancelByHand(open.withdrawId))) return told;
      return `${told} A colleague cancels the open withdrawal of ${money(open.value)} by hand.`;
    }),
    kind(restart === undefined ? 0 : 2 * mortal, nothing, async (stage) => {
      return (await stage.restart()) ? "The application dies and starts again." : null;
    }),
    kind(dieAt === undefined ? 0 : 3 * mortal, deaths, async (_, death) => {
      application.dieAt?.(death);
      const subject = death.at === "call" ? "its next call" : "the next delivery about money";
      const moment = death.when === "before" ? "before it gets through" : "after the answer, which is lost";
      return `The application will die at ${subject}, ${moment}.`;
    }),
  ];
}

/** Returns what follows the first act of a steered world now and then. */
export function laterSteps(application: AnyApplication, act: Arbitrary<Step>): readonly StepKind[] {
  const { settle, receiver } = application;
  return [
    kind(1, nothing, (stage) => stage.again()),
    kind(settle === undefined || typingActs(application).length > 0 ? 0 : 1, act, async (stage, one) => {
      stage.lapses = [...FIVE_WRONG];
      const told = await one(stage);
      // The sixth is right, and too late.
      let trouble: string | null = null;
      for (const _ of FIVE_WRONG) trouble = (await stage.settlement()) ?? trouble;
      return `${told} A wrong code is typed five times, as the application settles.${saying(trouble)}`;
    }),
    kind(receiver === undefined ? 0 : 1, fc.integer({ min: -4, max: -1 }), async (stage, nth) => {
      return (await stage.redeliver(nth)) ? "A very old delivery is made again." : null;
    }),
  ];
}

/** Returns the acts that type a code, with arguments of no chance. */
export function typingActs({ acts }: AnyApplication): readonly Step[] {
  const typing = Object.entries(acts).filter(([, { typesCode }]) => typesCode === true);
  return typing.flatMap(([name, act]) => fc.sample(actOf(name, act), { seed: 0, numRuns: 1 }));
}

function actOf(name: string, act: Act<unknown, unknown>): Arbitrary<Step> {
  const args: Arbitrary<unknown> = act.with === undefined ? fc.constant({}) : fc.record(act.with);
  return args.map((drawn) => (stage) => stage.act(name, act, drawn));
}
