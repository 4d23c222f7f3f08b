import type { FixturePath } from "../../spec/fixture-place.ts";
import { nearest } from "../nearest.ts";
import { closest } from "./closest.ts";
import { inputsOf, type ScenarioDocument, type Workflow } from "./document.ts";
import { offeredInputs } from "./inputs.ts";
import type { Problem } from "./problem.ts";

/** What can be referred to from a place in a scenario. */
export interface Sight {
  readonly document: ScenarioDocument;
  readonly workflow: Workflow;
  /** How many of its steps have run by then. */
  readonly stepsBefore: number;
  /** Whether there is an answer to look at. */
  readonly isAnswered: boolean;
}

/**
 * Whatever is referred to must be there by then; whether the answer has it shows only in the run. A text that begins
 * like an expression and is none would be sent as it is.
 * @param isCondition whether the texts are conditions, in which expressions stand anywhere.
 */
export function expressionProblems(
  sight: Sight,
  value: unknown,
  path: FixturePath,
  isCondition = false,
): readonly Problem[] {
  return textsIn(value, path).flatMap(({ text, at }) =>
    wordsIn(text, isCondition).flatMap((word) => {
      const flaw = flawOfExpression(word, sight);
      return flaw === null ? [] : [{ path: at, message: `${word}: ${flaw}` }];
    }),
  );
}

/** A constant could not be meant. */
export function outputProblems(
  sight: Sight,
  outputs: Readonly<Record<string, string>> | undefined,
  path: FixturePath,
): readonly Problem[] {
  const constant = Object.entries(outputs ?? {}).filter(([, text]) => !/^\$|\{\$/.test(text));
  return [
    ...constant.map(([name, text]) => {
      return { path: [...path, name], message: `"${text}" is no expression; one is such as $response.body#/chargeId` };
    }),
    ...expressionProblems(sight, outputs, path),
  ];
}

/** All that looks like an expression where one is looked for, each once. */
function wordsIn(text: string, isCondition: boolean): readonly string[] {
  const looked = isCondition ? text.replaceAll(/'[^']*'|"[^"]*"/g, "''") : text;
  const pattern = isCondition
    ? /\$[A-Za-z][^\s=!<>&|()'"{},]*/g
    : /(?<=^\s*|\{)\$[A-Za-z][^\s{}]*|\$(?:inputs|steps)\.[\w-]+[^\s{}]*/g;
  return [...new Set(looked.match(pattern) ?? [])];
}

const roots = ["statusCode", "method", "url", "request", "response", "inputs", "outputs", "steps", "workflows"];

/** Why a word cannot be an expression here; null if it is one. */
function flawOfExpression(word: string, sight: Sight): string | null {
  const [, root = "", rest = ""] = /^\$([A-Za-z]+)(.*)$/s.exec(word) ?? [];
  switch (root) {
    case "statusCode":
    case "method":
    case "url":
      return rest === "" ? flawOfTime(sight) : `it is written $${root}, and nothing follows`;
    case "response":
    case "request":
      return flawOfMessage(root, rest) ?? flawOfTime(sight);
    case "inputs":
      return flawOfInput(rest, sight);
    case "steps":
      return flawOfStep(rest, sight);
    case "workflows":
      return flawOfWorkflow(rest, sight);
    case "outputs":
    case "components":
    case "sourceDescriptions":
      return /^\.[\w-]/.test(rest) ? null : `after $${root} a name must follow, as in $${root}.name`;
    default: {
      const near = nearest(root, roots);
      const all = roots.map((one) => `$${one}`).join(", ");
      return `there is no $${root}; ${near === undefined ? `allowed are ${all}` : `is it $${near}?`}`;
    }
  }
}

function flawOfTime({ isAnswered }: Sight): string | null {
  return isAnswered ? null : "there is no answer here; what is needed of one must be in the outputs of an earlier step";
}

const pointer = String.raw`(?:#(?:/[\w~-]*)*)?`;

function flawOfMessage(root: string, rest: string): string | null {
  if (new RegExp(`^\\.(?:body${pointer}|(?:header|query|path)\\.[\\w-]+)$`).test(rest)) return null;
  const [, inside] = /^\.body[#./[]+(.*)$/s.exec(rest) ?? [];
  if (inside === undefined) return `after $${root} comes .body, .body#/…, or .header and a name`;
  const way = inside.replaceAll(/[.[\]/]+/g, "/").replace(/\/$/, "");
  return `the way to a field is written $${root}.body#/${way}`;
}

function flawOfInput(rest: string, { document, workflow }: Sight): string | null {
  const known = [...Object.keys(inputsOf(workflow, document).properties ?? {}), ...offeredInputs];
  const [, name] = new RegExp(`^\\.([\\w-]+)(?:\\.[\\w.-]+)?${pointer}$`).exec(rest) ?? [];
  if (name === undefined) return "an input is written $inputs.name";
  return known.includes(name) ? null : `there is no input ${name}; ${closest(name, known)}`;
}

function flawOfStep(rest: string, { document, workflow, stepsBefore }: Sight): string | null {
  const { steps } = workflow;
  const [, stepId, inside = ""] = /^\.([\w-]+)(.*)$/s.exec(rest) ?? [];
  if (stepId === undefined) return "an output of a step is written $steps.stepId.outputs.name";
  const index = steps.findIndex((step) => step.stepId === stepId);
  const step = steps[index];
  const earlier = steps.slice(0, stepsBefore).map((one) => one.stepId);
  if (step === undefined) return `there is no step ${stepId}; ${closest(stepId, earlier)}`;
  if (index >= stepsBefore) return `${stepId} is not over by then; only outputs of steps before are known`;
  const [, name] = new RegExp(`^\\.outputs\\.([\\w.-]+)${pointer}$`).exec(inside) ?? [];
  const child = document.workflows.find(({ workflowId }) => workflowId === step.workflowId);
  const outputs = Object.keys({ ...child?.outputs, ...step.outputs });
  if (name !== undefined) return flawOfName(name, outputs, `the step ${stepId}`);
  const wanted =
    inside
      .replace(/^[^\w]+/, "")
      .split(/[.#/]+/)
      .at(-1) ||
    outputs[0] ||
    "name";
  return `an output of a step is written $steps.${stepId}.outputs.${wanted}`;
}

function flawOfWorkflow(rest: string, { document }: Sight): string | null {
  const [, id, part, name = ""] =
    new RegExp(`^\\.([\\w-]+)\\.(outputs|inputs)\\.([\\w.-]+)${pointer}$`).exec(rest) ?? [];
  if (id === undefined) return "an output of a workflow is written $workflows.workflowId.outputs.name";
  const ids = document.workflows.map(({ workflowId }) => workflowId);
  const found = document.workflows.find(({ workflowId }) => workflowId === id);
  if (found === undefined) return `there is no workflow ${id}; ${closest(id, ids)}`;
  return part === "outputs" ? flawOfName(name, Object.keys(found.outputs ?? {}), `the workflow ${id}`) : null;
}

/** Behind a dot there may be a part of what the output is. */
function flawOfName(name: string, outputs: readonly string[], owner: string): string | null {
  if (outputs.some((one) => name === one || name.startsWith(`${one}.`))) return null;
  return `${owner} has no output ${name}; ${closest(name, outputs)}`;
}

function textsIn(value: unknown, path: FixturePath): readonly { readonly text: string; readonly at: FixturePath }[] {
  if (typeof value === "string") return [{ text: value, at: path }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    return textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  });
}
