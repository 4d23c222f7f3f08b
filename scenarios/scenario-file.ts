import { UserError } from "../src/cli/user-error.ts";
import { packageFolder } from "../src/package-folder.ts";
import { documentForm } from "../src/spec/document-form.ts";
import type { FixtureProblem, Locate, PathProblem } from "../src/spec/fixture-place.ts";
import { suggesting } from "../src/spec/nearest.ts";
import { MAX_PROBLEMS } from "../src/spec/problem.ts";
import { readYaml } from "../src/spec/yaml-source.ts";
import type { ScenarioDocument } from "./document.ts";
import { operationsOf, type StepOperation } from "./operations.ts";
import { ScenarioCheck } from "./scenario-check.ts";

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
  const ofForm = form(value);
  const wrongForm = ofForm.map(explained);
  // Whatever an unknown property leaves is checked, too, so that one run tells all mistakes.
  if (!ofForm.every(({ message }) => message.startsWith("unknown property"))) refuse(wrongForm);
  // All that is known in it has its form.
  const document = value as ScenarioDocument;
  const operations = operationsOf(document.sourceDescriptions);
  refuse([...wrongForm, ...new ScenarioCheck(document, operations).problems]);
  return { name, document, operations, locate };
}

function invalid(problems: readonly FixtureProblem[]): UserError {
  const lines = problems.slice(0, MAX_PROBLEMS).map(({ at, message }) => `${at}: ${message}`);
  const more = problems.length - lines.length;
  return new UserError([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
}

const form = documentForm({
  schema: new URL("fixtures/scenario.schema.json", packageFolder),
  whole: "a scenario",
  formats: {},
});

/** What beginners write in other forms. */
const FORMS: Readonly<Record<string, string>> = {
  payload: "; write the payload as YAML, not as a text of JSON",
  successCriteria: "; write a list of lines such as - condition: $statusCode == 200",
};

function explained({ path, message }: PathProblem): PathProblem {
  const name = path.findLast((key) => typeof key === "string") ?? "";
  const hint = / must be (an object|a list)/.test(message) ? FORMS[name] : undefined;
  return { path, message: suggesting(message) + (hint ?? "") };
}
