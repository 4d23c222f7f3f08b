import fc, { type Arbitrary } from "fast-check";
import type { Act, AnyApplication, Death } from "../application.ts";
import { saying } from "../stage.ts";
import { UnusableApplication } from "../unusable.ts";
import { cancelling } from "./platform.ts";
import { inTurn, kind, nothing, type Step, type StepKind } from "./step.ts";

/** What the application is told to do. */
export interface ActChoice {
  /** Names of acts; all by default. */
  readonly only?: readonly string[] | undefined;
  /** Without deaths of the application. */
  readonly withoutKill?: boolean | undefined;
}

/** As many as block a withdrawal. */
const FIVE_WRONG = ["wrong", "wrong", "wrong", "wrong", "wrong"] as const;

const deaths = fc.record<Death>({ at: fc.constantFrom("call", "delivery"), when: fc.constantFrom("before", "after") });

/** Returns the acts that are drawn. Throws `UnusableApplication` for a name of no act, and where there is none. */
function chosenActs({ acts }: AnyApplication, { only }: ActChoice) {
  const unknown = only?.find((name) => !Object.hasOwn(acts, name));
  if (unknown !== undefined)
    throw new UnusableApplication(`there is no act "${unknown}". Allowed are ${Object.keys(acts).join(", ")}.`);
  const chosen = Object.entries(acts).filter(([name]) => only?.includes(name) ?? true);
  if (chosen.length > 0) return chosen;
  throw new UnusableApplication("there is no act to do: give one at least, such as payout.");
}

/**
 * Returns what the application does: `own` are steps, `all` is each act that begins something, in any order, so that an act
 * that finds nothing to do keeps no fault from the others. With all that belongs to it, a code is typed at once.
 */
export function actSteps(application: AnyApplication, choice: ActChoice) {
  const { restart, dieAt } = application;
  const chosen = chosenActs(application, choice);
  const one = oneOf(chosen);
  const typing = typingActs({ acts: Object.fromEntries(chosen) });
  const beginning = chosen.filter(([, { typesCode }]) => typesCode !== true);
  const begins = (beginning.length === 0 ? chosen : beginning).map(([name, act]) => actOf(name, act));
  const withCodes = (act: Step) => inTurn(act, ...typing);
  const orders = fc.shuffledSubarray([...begins.keys()], { minLength: begins.length });
  const all = fc.tuple(fc.tuple(...begins), orders).map(([acts, order]) => order.flatMap((nth) => acts[nth] ?? []));
  const mortal = choice.withoutKill === true ? 0 : 1;
  const own: readonly StepKind[] = [
    { weight: 7, arbitrary: one },
    { weight: 7, arbitrary: fc.oneof(...begins).map(withCodes) },
    kind(1, fc.tuple(one, one), async (stage, both) => {
      const told = await Promise.all(both.map((act) => act(stage)));
      return `At the same moment: ${told.join(" ")}`;
    }),
    settling(application, 2),
    again,
    kind(1, one, async (stage, act) => {
      stage.lapses = [...FIVE_WRONG];
      const told = `${await act(stage)} A wrong code is typed five times, and then the right one.`;
      // The sixth is right, and too late.
      const said = new Set<string | null>();
      for (const type of [...FIVE_WRONG, "right"].flatMap(() => orSettling(typing))) said.add(await type(stage));
      return typing.length > 0 ? told : [told, ...said].join(" ");
    }),
    kind(1, one, async (stage, act) => {
      stage.lapses.unshift("late");
      return inTurn(act, cancelling)(stage);
    }),
    kind(restart === undefined ? 0 : 2 * mortal, nothing, async (stage) => {
      await stage.restart();
      return "The application dies and starts again.";
    }),
    kind(dieAt === undefined ? 0 : 3 * mortal, deaths, async (_, death) => {
      application.dieAt?.(death);
      const subject = death.at === "call" ? "its next call" : "the next delivery about money";
      const moment = death.when === "before" ? "before it gets through" : "after the answer, which is lost";
      return `The application will die at ${subject}, ${moment}.`;
    }),
  ];
  return { own, all, whole: all.map((acts) => acts.map(withCodes)) };
}

export function settling(application: AnyApplication, weight: number): StepKind {
  return { weight: application.settle === undefined ? 0 : weight, arbitrary: fc.constant(settle) };
}

export const settle: Step = async (stage) => `The application settles.${saying(await stage.settlement())}`;

/** Two payouts of one amount: what is looked up by its amount is taken for another one. */
export const again = kind(1, nothing, (stage) => stage.again());

/** Returns the acts that type a code, with arguments of no chance. */
export function typingActs({ acts }: Pick<AnyApplication, "acts">): readonly Step[] {
  const typing = Object.entries(acts).filter(([, { typesCode }]) => typesCode === true);
  return typing.flatMap(([name, act]) => fc.sample(actOf(name, act), { seed: 0, numRuns: 1 }));
}

/** Without an act that types, the application asks for codes as it settles. */
export function orSettling(typing: readonly Step[]): readonly Step[] {
  return typing.length > 0 ? typing : [settle];
}

function oneOf(acts: ReturnType<typeof chosenActs>): Arbitrary<Step> {
  return fc.oneof(...acts.map(([name, act]) => actOf(name, act)));
}

function actOf(name: string, act: Act<unknown, unknown>): Arbitrary<Step> {
  const args: Arbitrary<unknown> = act.with === undefined ? fc.constant({}) : fc.record(act.with);
  return args.map((drawn) => (stage) => stage.act(name, act, drawn));
}
