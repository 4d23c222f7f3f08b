import { stringify } from "yaml";
import { UserError } from "../../src/cli/user-error.ts";
import type { ScenarioDocument, ScenarioStep } from "../document.ts";
import { expressionsIn, withTexts } from "../expression.ts";
import { MAX_STEPS } from "../player.ts";
import { lasting } from "./acts.ts";
import type { DraftStep } from "./draft.ts";
import type { RecordedWorld } from "./recorded-world.ts";
import type { RecordedStory } from "./story.ts";

/** Where deliveries of a scenario go. */
const RECEIVER = "$inputs.receiver";

type Written = { -readonly [Key in keyof ScenarioStep]: ScenarioStep[Key] };

/** Writes steps, and gives those outputs that show what later steps need. */
class Steps {
  readonly all: Written[] = [];
  /** Which step shows a value first, and where. */
  readonly #shown = new Map<string, { readonly step: Written; readonly pointer: string }>();
  readonly #kept: string;

  /** `kept`: what the world begins with, whose ids are the same in every run. */
  constructor(kept: string) {
    this.#kept = kept;
  }

  add({ operation: [source, operationId], parameters = [], payload, criteria, isLost, shows }: DraftStep): void {
    const step: Written = {
      stepId: this.#nameFor(operationId),
      operationId: `$sourceDescriptions.${source}.${operationId}`,
    };
    if (parameters.length > 0)
      step.parameters = parameters.map((one) => ({ ...one, value: this.#withOutputs(one.value) }));
    if (payload !== undefined) step.requestBody = { payload: Object(this.#withOutputs(payload)) };
    if (criteria !== undefined) step.successCriteria = [...criteria];
    if (isLost) step["x-saldo-no-answer"] = true;
    this.all.push(step);
    for (const [value, pointer] of shows ?? []) {
      const isNew = !this.#shown.has(value) && !this.#kept.includes(value);
      // Every look into the mailbox shows another code.
      if (isNew || operationId === "listInbox") this.#shown.set(value, { step, pointer });
    }
  }

  #nameFor(operationId: string): string {
    const name = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const same = this.all.filter((one) => one.operationId.endsWith(`.${operationId}`)).length;
    return same === 0 ? name : `${name}-${same + 1}`;
  }

  #withOutputs(value: unknown): unknown {
    return withTexts(value, (text) => this.#outputFor(text));
  }

  /** Throws `UserError` for a text that a scenario would take for an expression, because nothing can quote it there. */
  #outputFor(text: string): string {
    const found = this.#shown.get(text);
    if (found === undefined && text !== RECEIVER && expressionsIn(text).length > 0)
      throw new UserError(
        `"${text}" was sent, and a scenario would read it as an expression, so it cannot be recorded`,
      );
    if (found === undefined) return text;
    const { step, pointer } = found;
    const name = pointer
      .slice(1)
      .replaceAll(/[^A-Za-z0-9]+/g, "-")
      .replace(/^data-|^messages-0-/, "");
    step.outputs = { ...step.outputs, [name]: `$response.body#${pointer}` };
    return `$steps.${step.stepId}.outputs.${name}`;
  }
}

/** Returns a scenario that does again what happened in a world, as YAML. */
export function recordedYaml(story: RecordedStory, world: RecordedWorld, since: string | undefined): string {
  const begun = since === undefined ? "the world began" : `the bookmark ${since}`;
  const document: ScenarioDocument = {
    arazzo: "1.0.1",
    info: { title: `What happened since ${begun}`, version: "1.0.0" },
    sourceDescriptions: [
      { name: "interface", url: "interface.yaml", type: "openapi" },
      { name: "control", url: "control.yaml", type: "openapi" },
    ],
    workflows: [
      {
        workflowId: "recorded",
        summary: `What happened since ${begun}.`,
        steps: stepsOf(story, world),
        "x-saldo-world": { world: world.saveFile },
      },
    ],
  };
  return stringify(document, { lineWidth: 120, aliasDuplicateObjects: false });
}

function stepsOf({ drafts }: RecordedStory, { beginsAt, now, saveFile, webhookHosts }: RecordedWorld): ScenarioStep[] {
  const steps = new Steps(JSON.stringify(saveFile));
  // Deliveries of a scenario do not go to the receiver that the world had.
  const routes = Object.fromEntries(webhookHosts.map((host) => [host, RECEIVER]));
  if (webhookHosts.length > 0) steps.add({ operation: ["control", "setRoutes"], payload: routes });
  let time = beginsAt;
  let passed = beginsAt;
  const pass = () => {
    if (passed > time) steps.add({ operation: ["control", "advanceClock"], payload: { by: lasting(passed - time) } });
    time = passed;
  };
  for (const draft of drafts) {
    passed = Math.max(passed, draft.at);
    if (draft.steps.length > 0) pass();
    for (const step of draft.steps) steps.add(step);
    if (draft.backAt !== undefined) [time, passed] = [draft.backAt, draft.backAt];
  }
  passed = Math.max(passed, now);
  pass();
  const { length } = steps.all;
  if (length > MAX_STEPS)
    throw new UserError(
      `this takes ${length} steps, and a scenario has at most ${MAX_STEPS}; record since a later bookmark`,
    );
  return steps.all;
}
