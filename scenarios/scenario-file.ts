import { reasonOf, UserError } from "../src/cli/user-error.ts";
import { packageFolder } from "../src/package-folder.ts";
import { documentForm } from "../src/spec/document-form.ts";
import type { FixturePath, Locate, PathProblem } from "../src/spec/fixture-place.ts";
import { allowed } from "../src/spec/nearest.ts";
import { MAX_PROBLEMS, type Problem } from "../src/spec/problem.ts";
import { readYaml } from "../src/spec/yaml-source.ts";
import { readCriterion } from "./criterion.ts";
import type { GivenParameter, ScenarioDocument } from "./document.ts";
import { expressionsIn, parseExpression, withTexts } from "./expression.ts";
import { compileInputs } from "./inputs.ts";
import { findOperation, operationsOf, type StepOperation } from "./operations.ts";

/** A file that can be played. */
export interface ScenarioFile {
  /** As the user named it. */
  readonly name: string;
  readonly document: ScenarioDocument;
  readonly operations: readonly StepOperation[];
  /** Returns `file:line:column` of a value. */
  readonly locate: Locate;
}

/**
 * Reads a file and checks all of it before anything runs; `name` is how problems call it. Throws `UserError` with every
 * problem and its place, one a line.
 */
export function parseScenario(text: string, name: string): ScenarioFile {
  const source = readYaml(text, name);
  if ("problems" in source) throw invalid(source.problems);
  const { value, locate } = source;
  const refuse = (problems: readonly PathProblem[]) => {
    if (problems.length > 0) throw invalid(problems.map(({ path, message }) => ({ at: locate(path), message })));
  };
  if (!/^1\.0\.\d+$/.test(Object(value).arazzo))
    refuse([{ path: ["arazzo"], message: `${name} is not Arazzo 1.0; write "arazzo: 1.0.1", see docs/scenarios.md` }]);
  refuse(form(value));
  // It has its form.
  const document = value as ScenarioDocument;
  const operations = operationsOf(document.sourceDescriptions);
  refuse(unplayable(document, operations));
  return { name, document, operations, locate };
}

/** Finds what has the right form and yet cannot be played. */
function unplayable({ workflows }: ScenarioDocument, operations: readonly StepOperation[]): readonly PathProblem[] {
  const problems: PathProblem[] = [];
  const check = (path: FixturePath, rule: () => void) => {
    try {
      rule();
    } catch (error) {
      problems.push({ path, message: reasonOf(error) });
    }
  };
  const workflowIds = workflows.map(({ workflowId }) => workflowId);
  for (const [index, { dependsOn = [], inputs = {}, steps, outputs }] of workflows.entries()) {
    const at = ["workflows", index];
    check([...at, "workflowId"], () => mustBeNew(workflowIds, index));
    check([...at, "dependsOn"], () => mustBeAmong("workflow", dependsOn, workflowIds));
    check([...at, "inputs"], () => void compileInputs(inputs));
    check([...at, "outputs"], () => mustBeReadable(outputs));
    const stepIds = steps.map(({ stepId }) => stepId);
    for (const [number, step] of steps.entries()) {
      const { onSuccess = [], onFailure = [], successCriteria = [], parameters = [], requestBody } = step;
      const place = [...at, "steps", number];
      check([...place, "stepId"], () => mustBeNew(stepIds, number));
      check([...place, "operationId"], () =>
        mustHaveParameters(findOperation(step.operationId, operations), parameters),
      );
      check([...place, "requestBody"], () => mustBeReadable([parameters, requestBody, step.outputs]));
      const actions = [...onSuccess, ...onFailure];
      const targets = actions.flatMap(({ type, stepId = "" }) => (type === "goto" ? [stepId] : []));
      check([...place, "stepId"], () => mustBeAmong("step", targets, stepIds));
      for (const [nth, criterion] of successCriteria.entries())
        check([...place, "successCriteria", nth, "condition"], () => void readCriterion(criterion));
      for (const criterion of actions.flatMap(({ criteria = [] }) => criteria))
        check(place, () => void readCriterion(criterion));
    }
  }
  return problems;
}

function mustBeNew(ids: readonly string[], index: number): void {
  if (ids.indexOf(ids[index] ?? "") < index) throw new Error(`${ids[index]} is there twice`);
}

function mustBeAmong(kind: string, given: readonly string[], ids: readonly string[]): void {
  const unknown = given.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new Error(`there is no ${kind} ${unknown}; ${allowed(ids)}`);
}

function mustHaveParameters({ operationId, parameters }: StepOperation, given: readonly GivenParameter[]): void {
  const needed = [...parameters.path, ...parameters.query].filter(({ required }) => required);
  const missing = needed.find(({ name }) => !given.some((one) => one.name === name));
  if (missing !== undefined) throw new Error(`${operationId} needs the parameter ${missing.name}`);
}

/** Reads each expression in a value, so that what is no expression is told before anything runs. */
function mustBeReadable(value: unknown): void {
  withTexts(value, (text) => expressionsIn(text).map(parseExpression));
}

function invalid(problems: readonly Problem[]): UserError {
  const lines = problems.slice(0, MAX_PROBLEMS).map(({ at, message }) => `${at}: ${message}`);
  const more = problems.length - lines.length;
  return new UserError([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
}

const form = documentForm({
  schema: new URL("fixtures/scenario.schema.json", packageFolder),
  whole: "a scenario",
  formats: {},
});
