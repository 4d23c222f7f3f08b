import { TargetUnusable } from "../../../contracts/probe.ts";
import { Redaction } from "../../report/redaction.ts";
import { loadDocument } from "../../spec/document.ts";
import { version } from "../../version.ts";
import { endOnSignals } from "../end-on-signals.ts";
import { STATUS, stackOf } from "../ended.ts";
import { reasonOf } from "../start-refused.ts";
import { startTarget } from "../target/start-target.ts";
import { receiverPlace } from "../target/started-target.ts";
import { Usage } from "../usage.ts";
import type { ScenarioChoice } from "./choice.ts";
import type { Workflow } from "./document.ts";
import { Requester } from "./exchange.ts";
import { inputsFor } from "./inputs.ts";
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

/** Why a run cannot go on, and with which status it ends. */
interface Fault {
  readonly reason: string;
  readonly status: number;
}

const MAX_STEPS = 500;

/**
 * Plays every workflow of these files, one after the other, each in its own world. What keeps it from going on is in the
 * report, with all that was played until then; `status` is that to end with. Throws `Usage` for what the user has given,
 * `TargetUnusable` when there is no sandbox to play in.
 */
export async function playScenarios(
  files: readonly ScenarioFile[],
  choice: ScenarioChoice,
  { onPlayed, warn }: Listener,
  maxSteps = MAX_STEPS,
): Promise<{ readonly report: ScenarioReport; readonly status: number }> {
  const startedAt = new Date().toISOString();
  // What was given for them is known before anything is started.
  for (const { document } of files) for (const workflow of document.workflows) inputsFor(choice.input, workflow);
  using ending = endOnSignals(STATUS.unusable, (signal) => {
    warn(`\n${signal}: deleting the worlds of this run; once more ends at once, and leaves them`);
  });
  await using target = await startTarget(choice, () => loadDocument("interface")).catch(asUnusable);
  const worlds = new Worlds(target.url, choice.adminToken, warn);
  await worlds.mustBeThere();
  await using receiver = await startReceiver(receiverPlace(target, choice));
  const redaction = new Redaction([choice.adminToken, choice.apiKey].filter((secret) => secret !== undefined));
  const stage = { url: target.url, choice, worlds, receiver, redaction, maxSteps, signal: ending.signal };
  const { scenarios, notRun, fault } = await playAll(files, stage, onPlayed);
  const place = { place: target.place, url: target.url };
  const report = { version, target: place, startedAt, scenarios, notRun, fault: fault?.reason ?? null };
  const isPassed = scenarios.every(({ passed }) => passed);
  return { report, status: fault?.status ?? (isPassed ? STATUS.passed : STATUS.failed) };
}

/** Whatever keeps a sandbox from starting must not look like a scenario that failed. */
function asUnusable(error: unknown): never {
  throw error instanceof TargetUnusable ? error : new TargetUnusable(`no sandbox starts: ${reasonOf(error)}`);
}

async function playAll(files: readonly ScenarioFile[], stage: Stage, onPlayed: Listener["onPlayed"]) {
  const scenarios: ScenarioResult[] = [];
  const all = files.flatMap((file) => file.document.workflows.map((workflow) => ({ file, workflow })));
  let fault: Fault | null = null;
  for (const { file, workflow } of all) {
    const played = await playOne(file, workflow, stage).catch((error: unknown) => {
      return { result: null, fault: faultOf(error, stage.signal) };
    });
    fault = played.fault;
    if (played.result !== null) {
      scenarios.push(played.result);
      onPlayed(played.result);
    }
    if (fault !== null) break;
  }
  const notRun = all.slice(scenarios.length).map(({ workflow }) => workflow.workflowId);
  return { scenarios, notRun, fault };
}

function faultOf(error: unknown, signal: AbortSignal): Fault {
  if (signal.aborted) return { reason: "interrupted; what follows was not run", status: STATUS.unusable };
  if (error instanceof Usage) return { reason: error.message, status: STATUS.usage };
  if (error instanceof TargetUnusable) return { reason: error.message, status: STATUS.unusable };
  return { reason: stackOf(error), status: STATUS.broken };
}

async function playOne({ name, document, operations, ...file }: ScenarioFile, workflow: Workflow, stage: Stage) {
  const { worlds, choice, receiver, redaction } = stage;
  const place = file.locate(["workflows", document.workflows.indexOf(workflow), "x-saldo-world"]);
  const { worldId, apiKey } =
    choice.apiKey === undefined
      ? await worlds.make(orderOf(workflow), place)
      : { worldId: null, apiKey: choice.apiKey };
  const requester = new Requester({ ...stage, apiKey, adminToken: choice.adminToken });
  try {
    redaction.add(apiKey);
    const began = performance.now();
    const worldBeganAt = await worlds.timeOf(apiKey);
    const offered = { apiKey, receiver: receiver.url, nobody: receiver.nobody };
    const inputsOf = (one: Workflow) => ({ ...inputsFor(choice.input, one), ...offered });
    const player = new Player({ ...stage, document, operations, requester, inputsOf, worldBeganAt });
    const steps = await player.play(workflow);
    stage.signal.throwIfAborted();
    const summary = workflow.summary ?? document.info.title;
    const passed = steps.every(({ state }) => state !== "failed");
    const durationMs = performance.now() - began;
    const result = { file: name, name: workflow.workflowId, summary, passed, durationMs, worldBeganAt, steps };
    const fault = requester.fault === null ? null : { reason: requester.fault, status: STATUS.unusable };
    return { result, fault };
  } finally {
    for (const id of [worldId, ...requester.worldIds]) if (id !== null) await worlds.remove(id);
  }
}
