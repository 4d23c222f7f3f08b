import fc, { type Arbitrary } from "fast-check";
import { money } from "../../src/report/money.ts";
import type { Act, Application } from "../application.ts";
import type { PlanChoice } from "../plan-choice.ts";
import type { DrillStage } from "../stage.ts";
import type { Step, StepKind } from "./step.ts";
import { FIVE_WRONG } from "./time.ts";

/** What the application is told to do. */
export function actSteps<App, All>(
  application: Application<App, All>,
  { only, withoutKill }: PlanChoice,
): readonly StepKind<App>[] {
  const acts: Arbitrary<ToldAct<App>>[] = [];
  for (const name in application.acts) {
    if (only === undefined || only.includes(name)) acts.push(actOf(name, application.acts[name]));
  }
  const one = fc.oneof(...acts);
  const typing = typingActs(application);
  return [
    { weight: 14, arbitrary: one },
    {
      weight: 1,
      arbitrary: fc.tuple(one, one).map((both) => async (stage) => {
        const told = await Promise.all(both.map((act) => act(stage)));
        return `At the same moment: ${told.join(" ")}`;
      }),
    },
    {
      weight: application.settle === undefined ? 0 : 2,
      arbitrary: fc.constant(async (stage) => {
        return `The application settles.${saying(await stage.settlement())}`;
      }),
    },
    {
      weight: typing.length === 0 ? 0 : 1,
      arbitrary: one.map((act) => async (stage) => {
        const told = await act(stage);
        stage.person.next.splice(0, Number.POSITIVE_INFINITY, ...FIVE_WRONG);
        // The sixth is right, and too late.
        for (const type of FIVE_WRONG.flatMap(() => typing).concat(typing)) await type(stage);
        return `${told} Then a wrong code is typed five times, and the right one.`;
      }),
    },
    {
      weight: 1,
      arbitrary: one.map((act) => async (stage) => {
        stage.person.next.unshift("late");
        const told = await act(stage);
        const [open] = await stage.withdrawals("CREATED");
        if (open === undefined || !(await stage.cancelByHand(open.withdrawId))) return told;
        return `${told} A colleague cancels the open withdrawal of ${money(open.value)} by hand.`;
      }),
    },
    {
      weight: application.restart === undefined || withoutKill === true ? 0 : 2,
      arbitrary: fc.constant(async (stage) =>
        (await stage.restart()) ? "The application dies and starts again." : null,
      ),
    },
    {
      weight: application.dieAt === undefined || withoutKill === true ? 0 : 3,
      arbitrary: fc
        .record({ at: fc.constantFrom("call", "delivery"), when: fc.constantFrom("before", "after") })
        .map((death) => async () => {
          application.dieAt?.(death);
          const subject = death.at === "call" ? "its next call" : "the next delivery";
          return `The application will die at ${subject}, ${death.when === "before" ? "before it gets through" : "after the answer, which is lost"}.`;
        }),
    },
  ];
}

/** Returns what follows the first act of a steered world now and then. */
export function laterSteps<App, All>(app: Application<App, All>, act: Arbitrary<Step<App>>): readonly StepKind<App>[] {
  const old = fc.integer({ min: -4, max: -1 });
  return [
    { weight: 1, arbitrary: fc.constant((stage) => stage.again()) },
    {
      weight: app.settle === undefined || typingActs(app).length > 0 ? 0 : 1,
      arbitrary: act.map((one) => async (stage) => {
        stage.person.next.splice(0, Number.POSITIVE_INFINITY, ...FIVE_WRONG);
        const told = await one(stage);
        // The sixth is right, and too late.
        let trouble: string | null = null;
        for (const _ of FIVE_WRONG) trouble = (await stage.settlement()) ?? trouble;
        return `${told} A wrong code is typed five times, as the application settles.${saying(trouble)}`;
      }),
    },
    {
      weight: app.receiver === undefined ? 0 : 1,
      arbitrary: old.map(
        (nth) => async (stage) => ((await stage.redeliver(nth)) ? "A very old delivery is made again." : null),
      ),
    },
  ];
}

function saying(trouble: string | null): string {
  return trouble === null ? "" : ` It says: ${trouble}`;
}

/** Returns the acts that type a code, with arguments of no chance. */
export function typingActs<App, All>({ acts }: Application<App, All>): readonly ToldAct<App>[] {
  const typing: ToldAct<App>[] = [];
  for (const name in acts)
    if (acts[name].typesCode === true) typing.push(...fc.sample(actOf(name, acts[name]), { seed: 0, numRuns: 1 }));
  return typing;
}

type ToldAct<App> = (stage: DrillStage<App>) => Promise<string>;

function actOf<App, Args>(name: string, act: Act<App, Args>): Arbitrary<ToldAct<App>> {
  const given = act.with;
  const drawn: Arbitrary<Args> = given === undefined ? fc.constant({} as Args) : fc.record<Args>(given);
  return drawn.map((args) => (stage) => stage.act(name, args, (app, context) => act.do(app, args, context)));
}
