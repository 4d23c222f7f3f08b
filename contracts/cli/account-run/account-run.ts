import { endOnSignals } from "../../../src/cli/end-on-signals.ts";
import { STATUS } from "../../../src/cli/ended.ts";
import type { Output } from "../../../src/cli/output.ts";
import { orUserError, UserError } from "../../../src/cli/user-error.ts";
import { screenOf } from "../../../src/report/screen.ts";
import type { SpecDocument } from "../../../src/spec/document.ts";
import { SpecError } from "../../../src/spec/spec-error.ts";
import { readTextFile } from "../../../src/text-file.ts";
import type { Clause } from "../../clauses/clause.ts";
import { capabilitiesOf } from "../../run/capabilities.ts";
import type { SuiteOptions } from "../../run/options.ts";
import { planOf, type RunPlan } from "../../run/plan.ts";
import { probe } from "../../run/probe.ts";
import { TargetUnusable } from "../../run/target-unusable.ts";
import { runSuite, type SuiteResult } from "../../suite.ts";
import { Dialogue } from "../../target/codes/dialogue.ts";
import { readDriverFile } from "../../target/driver/driver-file.ts";
import { FileDriver } from "../../target/driver/file-driver.ts";
import { startTarget } from "../target/start-target.ts";
import { receiverPlace, type StartedTarget } from "../target/started-target.ts";
import { descriptionOf } from "./described-interface.ts";
import { planText } from "./plan-text.ts";
import { ProgressLine } from "./progress-line.ts";
import type { RunChoice } from "./run-choice.ts";

/** What is played on an account: for which clauses, and how the interface is described. */
export interface Playing {
  readonly clauses: readonly Clause[];
  readonly document: SpecDocument;
}

/** What a run has come to, how its target is described, and when it began. */
export interface Ran {
  readonly result: SuiteResult;
  readonly options: SuiteOptions;
  readonly startedAt: Date;
}

/** Runs the suite on the chosen target, or with `--plan` only tells the plan. Returns the status to end with. */
export async function onAccount(
  choice: RunChoice,
  playing: Playing,
  output: Output,
  tell: (ran: Ran) => Promise<number>,
): Promise<number> {
  const { stderr } = output;
  const made = new Set<Promise<AsyncDisposable>>();
  const onSignal = (name: string) => {
    stderr.write(`\n${name}: closing what is open; a second signal leaves open what is on a real account\n`);
  };
  using ending = endOnSignals(STATUS.unusable, onSignal, made);
  await using target = await startTarget(choice, () => playing.document).catch(asUsage);
  const dialogue = new Dialogue(process.stdin, stderr);
  const person = { dialogue, signal: ending.signal };
  const screen = screenOf(stderr, process.env);
  const progress = new ProgressLine(screen, stderr, () => dialogue.isOpen);
  const options: SuiteOptions = {
    ...(await optionsOf(choice, playing, target, person)),
    made,
    onProgress: progress.tell,
    agree: (plan) => agreed(plan, choice, person, output),
  };
  if (choice.plan) return planned(options, choice, output);
  const startedAt = new Date();
  const result = await runSuite(options).finally(() => {
    progress.end();
    dialogue.close();
  });
  return tell({ result, options, startedAt });
}

/** Who answers questions, and ends the run. */
interface Person {
  readonly dialogue: Dialogue;
  readonly signal: AbortSignal;
}

async function planned(options: SuiteOptions, { value, budget }: RunChoice, { stdout }: Output): Promise<number> {
  const isSandbox = await probe(options);
  const plan = planOf(options.clauses, capabilitiesOf(options, isSandbox));
  if (isSandbox) stdout.write("A sandbox: every story has a world of its own; nothing is spent or left behind.\n");
  else stdout.write(planText(plan, value, budget));
  return STATUS.passed;
}

/** Tells, and on a terminal asks, what will be spent or left. Throws `TargetUnusable` for every answer but yes. */
async function agreed(
  plan: RunPlan,
  { yes, value, budget, inProcess, container }: RunChoice,
  { dialogue, signal }: Person,
  { stderr }: Output,
): Promise<boolean> {
  const { payouts, mails, webhooks } = plan.price;
  if (inProcess || container !== undefined || payouts + mails + webhooks === 0) return true;
  stderr.write(planText(plan, value, budget));
  if (yes || process.stdin.isTTY !== true) return true;
  const answer = await dialogue.ask("Go on? [y/N]", signal).catch(() => undefined);
  if (/^y(es)?$/i.test(answer?.trim() ?? "")) return true;
  throw new TargetUnusable(`${signal.aborted ? "interrupted" : "not agreed"}; nothing was done`);
}

async function optionsOf(
  choice: RunChoice,
  { clauses, document }: Playing,
  target: StartedTarget,
  person: Person,
): Promise<SuiteOptions> {
  const { apiKey, adminToken, budget, otp } = choice;
  const allow = choice.allow.flat();
  const driver = await driverOf(choice, person);
  const settle = allow.includes("settle");
  const readsCodes = driver?.readsCodes ? driver : undefined;
  return {
    target: { url: target.url, apiKey, adminToken, useControlPlane: choice.controlPlane },
    description: descriptionOf(document, choice),
    clauses,
    permissions: {
      open: settle || allow.includes("open"),
      settle,
      webhooks: allow.includes("webhooks"),
      budgetCents: budget,
      cancelOpen: choice.cancelOpen === true,
    },
    patienceMs: choice.patience,
    listenMs: choice.listen,
    codes: otp?.(person.dialogue, target.url, apiKey) ?? readsCodes,
    driver,
    expected: Object.assign({}, ...choice.expect),
    valueCents: choice.value,
    receiver: receiverPlace(target, choice),
    signal: person.signal,
  };
}

async function driverOf({ driver, apiKey }: RunChoice, { dialogue, signal }: Person): Promise<FileDriver | undefined> {
  if (driver === undefined) return undefined;
  const text = await orUserError(() => readTextFile(driver), "--driver");
  const actions = await orUserError(async () => readDriverFile(text, driver), "--driver");
  return new FileDriver(actions, { signal, apiKey, dialogue: process.stdin.isTTY ? dialogue : undefined });
}

/** Throws a `UserError` for a description that no sandbox starts with. */
function asUsage(error: unknown): never {
  throw error instanceof SpecError ? new UserError(error.message, { cause: error }) : error;
}
