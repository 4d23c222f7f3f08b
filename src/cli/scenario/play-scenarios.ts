import { stripVTControlCharacters } from "node:util";
import { TargetUnusable } from "../../../contracts/probe.ts";
import { Redaction } from "../../report/redaction.ts";
import { version } from "../../version.ts";
import { reasonOf } from "../start-refused.ts";
import { Usage } from "../usage.ts";
import { exitCodes, type ScenarioChoice } from "./choice.ts";
import type { Workflow } from "./document.ts";
import { Door } from "./door.ts";
import { endOnSignals, Interrupted, unlessInterrupted } from "./ending.ts";
import { inputsFor, type OfferedInputs } from "./inputs.ts";
import { play } from "./play.ts";
import { prepare, withDependencies } from "./prepare.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import type { ScenarioReport, ScenarioResult } from "./result.ts";
import type { ScenarioFile } from "./scenario-file.ts";
import { storyOf, storyWithoutSteps } from "./story.ts";
import { type StoryWorld, startScenarioTarget, Worlds } from "./target.ts";
import { orderOf } from "./world-order.ts";

interface Stage {
  readonly url: string;
  readonly choice: ScenarioChoice;
  readonly worlds: Worlds;
  readonly receiver: Receiver;
  readonly redaction: Redaction;
  readonly mostSteps: number;
  readonly signal: AbortSignal;
}

interface Listener {
  readonly onPlayed: (result: ScenarioResult) => void;
  /** Takes what does not change how the run ends. */
  readonly warn: (text: string) => void;
}

interface Played {
  readonly report: ScenarioReport;
  /** To end with. */
  readonly status: number;
}

/** More steps are a scenario that jumps back for ever. */
const usualMostSteps = 500;

/**
 * Plays every workflow of these files, one after the other, each in its own world. What keeps it from going on is in the
 * report, with all that was played until then.
 * @throws Usage for what the user has given, TargetUnusable when there is no sandbox to play in.
 */
export async function playScenarios(
  files: readonly ScenarioFile[],
  choice: ScenarioChoice,
  { onPlayed, warn }: Listener,
  mostSteps = usualMostSteps,
): Promise<Played> {
  const startedAt = new Date().toISOString();
  // What was given for them is known before anything is started.
  for (const { document } of files) for (const workflow of document.workflows) givenFor(workflow, document, choice);
  using ending = endOnSignals(warn);
  await using target = await startScenarioTarget(choice).catch(asUnusable);
  const worlds = new Worlds(target.url, choice.adminToken, warn);
  await worlds.mustBeThere();
  await using receiver = await startReceiver({
    host: target.receiverHost ?? choice.receiverHost,
    port: choice.receiverPort,
    ...(target.receiverName !== undefined && { name: target.receiverName }),
    ...(choice.receiverUrl !== undefined && { url: choice.receiverUrl }),
  });
  const redaction = new Redaction([choice.adminToken, choice.apiKey].filter((secret) => secret !== undefined));
  const stage = { url: target.url, choice, worlds, receiver, redaction, mostSteps, signal: ending.signal };
  const { scenarios, notRun, fault } = await playAll(files, stage, onPlayed);
  const place = { place: target.place, url: target.url };
  const report = { version, target: place, startedAt, scenarios, notRun, fault: fault?.reason ?? null };
  const isPassed = scenarios.every(({ passed }) => passed);
  return { report, status: fault?.status ?? (isPassed ? exitCodes.passed : exitCodes.failed) };
}

/** Why a run cannot go on, and with which status it ends. */
interface Fault {
  readonly reason: string;
  readonly status: number;
}

async function playAll(files: readonly ScenarioFile[], stage: Stage, onPlayed: Listener["onPlayed"]) {
  const scenarios: ScenarioResult[] = [];
  const all = files.flatMap((file) => file.document.workflows.map((workflow) => ({ file, workflow })));
  let fault: Fault | null = null;
  for (const { file, workflow } of all) {
    const played = await playOne(file, workflow, stage).catch(asFault);
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

/** Whatever keeps a sandbox from starting must not look like a scenario that failed. */
function asUnusable(error: unknown): never {
  throw error instanceof TargetUnusable ? error : new TargetUnusable(`no sandbox starts: ${reasonOf(error)}`);
}

function givenFor(workflow: Workflow, document: ScenarioFile["document"], choice: ScenarioChoice) {
  return inputsFor(choice.input, withDependencies(workflow, document), document);
}

function asFault(error: unknown): { readonly result: null; readonly fault: Fault } {
  return { result: null, fault: { reason: told(error), status: statusOf(error) } };
}

function told(error: unknown): string {
  if (error instanceof Interrupted) return "interrupted; what follows was not run";
  if (error instanceof Usage || error instanceof TargetUnusable) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function statusOf(error: unknown): number {
  if (error instanceof Usage) return exitCodes.usage;
  return error instanceof Interrupted || error instanceof TargetUnusable ? exitCodes.unusable : exitCodes.broken;
}

async function playOne(file: ScenarioFile, workflow: Workflow, stage: Stage) {
  const { worlds, choice } = stage;
  const world = await worldFor(file, workflow, stage);
  const door = new Door({ ...stage, apiKey: world.apiKey, adminToken: choice.adminToken });
  try {
    const playing = played(file, workflow, stage, world, door);
    const result = await unlessInterrupted(playing, stage.signal);
    return { result, fault: door.fault === null ? null : { reason: door.fault, status: exitCodes.unusable } };
  } finally {
    for (const worldId of [...(world.worldId === null ? [] : [world.worldId]), ...door.worldIds]) {
      await worlds.remove(worldId);
    }
  }
}

async function played(
  { name, document, operations }: ScenarioFile,
  workflow: Workflow,
  { url, choice, receiver, redaction, worlds, mostSteps }: Stage,
  { apiKey }: StoryWorld,
  door: Door,
): Promise<ScenarioResult> {
  redaction.add(apiKey);
  const began = performance.now();
  const worldBeganAt = await worlds.timeOf(apiKey);
  const offered: OfferedInputs = { apiKey, receiver: receiver.url, nobody: receiver.nobody };
  const playing = play({
    files: prepare(document, operations, workflow),
    workflowIds: withDependencies(workflow, document).map(({ workflowId }) => workflowId),
    inputs: { ...givenFor(workflow, document, choice), ...offered },
    url,
    mostSteps,
    fetch: door.fetch,
  });
  const steps = await playing.then(
    (result) => storyOf({ document, workflow, result, exchanges: door.exchanges, worldBeganAt, redaction }),
    (error: unknown) => storyWithoutSteps(workflow, redaction.text(plain(error))),
  );
  return {
    file: name,
    name: workflow.workflowId,
    summary: workflow.summary ?? document.info.title,
    passed: steps.every(({ state }) => state !== "failed"),
    durationMs: performance.now() - began,
    worldBeganAt,
    steps,
  };
}

/** The library writes for terminals, and in several lines. */
function plain(error: unknown): string {
  return stripVTControlCharacters(reasonOf(error)).trim().replaceAll(/\s+/g, " ");
}

/** A world of its own, or that of the key that was given. */
async function worldFor({ locate, document }: ScenarioFile, workflow: Workflow, stage: Stage): Promise<StoryWorld> {
  const { choice, worlds } = stage;
  if (choice.apiKey !== undefined) {
    await worlds.timeOf(choice.apiKey);
    return { worldId: null, apiKey: choice.apiKey };
  }
  const place = locate(["workflows", document.workflows.indexOf(workflow), "x-saldo-world"]);
  return worlds.make(orderOf(workflow)).catch((error: unknown) => {
    if (error instanceof Usage) throw new Usage(`${place}: ${error.message}`, { cause: error });
    throw error;
  });
}
