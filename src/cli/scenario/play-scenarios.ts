import { TargetUnusable } from "../../../contracts/probe.ts";
import { Redaction } from "../../report/redaction.ts";
import { loadDocument } from "../../spec/document.ts";
import { version } from "../../version.ts";
import { endOnSignals } from "../end-on-signals.ts";
import { STATUS, stackOf } from "../ended.ts";
import { startTarget } from "../target/start-target.ts";
import { receiverPlace } from "../target/started-target.ts";
import { reasonOf, UserError } from "../user-error.ts";
import type { Workflow } from "./document.ts";
import { Requester } from "./exchange.ts";
import { inputsFor, type ScenarioChoice } from "./inputs.ts";
import { Player } from "./player.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import type { ScenarioReport, ScenarioResult } from "./result.ts";
import type { ScenarioFile } from "./scenario-file.ts";
import { orderOf } from "./world-order.ts";
import { Worlds } from "./worlds.ts";

interface Stage {
  readonly url: string;
  readonly choice: ScenarioChoice;
  readonly worlds: Worlds;
  readonly receiver: Receiver;
  readonly redaction: Redaction;
  readonly maxSteps: number;
  readonly signal: AbortSignal;
}

interface Listener {
  readonly onPlayed: (result: ScenarioResult) => void;
  /** Takes what does not change how the run ends. */
  readonly warn: (text: string) => void;
}

const MAX_STEPS = 500;

/**
 * Plays every workflow of these files, one after the other, each in its own world. Returns the report, which says what
 * ended the run early, and the status to end with. Throws `UserError` for wrong inputs, `TargetUnusable` without a sandbox.
 */
export async function playScenarios(
  files: readonly ScenarioFile[],
  choice: ScenarioChoice,
  { onPlayed, warn }: Listener,
  maxSteps = MAX_STEPS,
): Promise<{ readonly report: ScenarioReport; readonly status: number }> {
  const startedAt = new Date().toISOString();
  const all = files.flatMap((file) => file.document.workflows.map((workflow) => ({ file, workflow })));
  // Wrong inputs are told before anything starts.
  for (const { workflow } of all) inputsFor(choice.input, workflow);
  using ending = endOnSignals(STATUS.unusable, (signal) => {
    warn(`\n${signal}: deleting the worlds of this run; a second signal ends at once and leaves them`);
  });
  await using target = await startTarget(choice, () => loadDocument("interface")).catch((error: unknown) => {
    throw new TargetUnusable(`no sandbox starts: ${reasonOf(error)}`, { cause: error });
  });
  const worlds = new Worlds(target.url, choice.adminToken, warn);
  await worlds.mustBeThere();
  await using receiver = await startReceiver(receiverPlace(target, choice));
  const redaction = new Redaction([choice.adminToken, choice.apiKey].filter((secret) => secret !== undefined));
  const stage = { url: target.url, choice, worlds, receiver, redaction, maxSteps, signal: ending.signal };
  const scenarios: ScenarioResult[] = [];
  let fault: ReturnType<typeof faultOf> | null = null;
  for (const { file, workflow } of all) {
    try {
      const result = await playOne(file, workflow, stage);
      scenarios.push(result);
      onPlayed(result);
    } catch (error) {
      fault = faultOf(error, ending.signal);
      break;
    }
  }
  const notRun = all.slice(scenarios.length).map(({ workflow }) => workflow.workflowId);
  const place = { place: target.place, url: target.url };
  const report = { version, target: place, startedAt, scenarios, notRun, fault: fault?.reason ?? null };
  const judgement = scenarios.every(({ passed }) => passed) ? STATUS.passed : STATUS.failed;
  return { report, status: fault?.status ?? judgement };
}

/** Returns why a run ends early, and with which status. */
function faultOf(error: unknown, signal: AbortSignal): { readonly reason: string; readonly status: number } {
  if (signal.aborted) return { reason: "interrupted; the rest was not run", status: STATUS.unusable };
  if (error instanceof UserError) return { reason: error.message, status: STATUS.usage };
  if (error instanceof TargetUnusable) return { reason: error.message, status: STATUS.unusable };
  return { reason: stackOf(error), status: STATUS.broken };
}

async function playOne(file: ScenarioFile, workflow: Workflow, stage: Stage): Promise<ScenarioResult> {
  const { worlds, choice, receiver, redaction, signal } = stage;
  const { document } = file;
  const place = file.locate(["workflows", document.workflows.indexOf(workflow), "x-saldo-world"]);
  const made = choice.apiKey === undefined ? await worlds.make(orderOf(workflow), place) : null;
  const apiKey = made?.apiKey ?? choice.apiKey ?? "";
  const worldIds = made === null ? [] : [made.worldId];
  try {
    redaction.add(apiKey);
    const began = performance.now();
    const worldBeganAt = await worlds.timeOf(apiKey);
    const requester = new Requester({ ...stage, apiKey, adminToken: choice.adminToken, worldBeganAt, worldIds });
    const offered = { apiKey, receiver: receiver.url, nobody: receiver.nobody };
    const inputsOf = (one: Workflow) => ({ ...inputsFor(choice.input, one), ...offered });
    const steps = await new Player({ ...stage, ...file, requester, inputsOf }).play(workflow);
    signal.throwIfAborted();
    const passed = steps.every(({ state }) => state !== "failed");
    const summary = workflow.summary ?? document.info.title;
    const durationMs = performance.now() - began;
    return { file: file.name, name: workflow.workflowId, summary, passed, durationMs, worldBeganAt, steps };
  } finally {
    for (const id of worldIds) await worlds.remove(id);
  }
}
