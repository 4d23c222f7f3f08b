import { packageFolder } from "../../package-folder.ts";
import { documentForm } from "../../spec/document-form.ts";
import type { FixturePath, PathProblem } from "../../spec/fixture-place.ts";
import { MAX_PROBLEMS } from "../../spec/problem.ts";
import { readYaml, type YamlSource } from "../../spec/yaml-source.ts";
import { suggesting } from "../nearest.ts";
import { Usage } from "../usage.ts";
import { problemsOf } from "./check.ts";
import type { ScenarioDocument } from "./document.ts";
import { Operations } from "./operations.ts";
import { orderProblems } from "./world-order.ts";

/** A file that can be run. */
export interface ScenarioFile {
  /** As the user named it. */
  readonly name: string;
  readonly document: ScenarioDocument;
  readonly operations: Operations;
  /** `file:line:column` of what stands there. */
  readonly locate: (path: FixturePath) => string;
}

/** A file that cannot be run; each line of the message begins with a place: `file:line:column`. */
class ScenarioInvalid extends Usage {
  constructor(problems: readonly { readonly at: string; readonly message: string }[]) {
    const lines = problems.slice(0, MAX_PROBLEMS).map(({ at, message }) => `${at}: ${message}`);
    const more = problems.length - lines.length;
    super([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
  }
}

/**
 * Reads a file and looks at all of it before anything runs. `name` is how problems call it. Throws `Usage` with every
 * problem and its place, one a line.
 */
export async function parseScenario(text: string, name: string): Promise<ScenarioFile> {
  const { value, locate } = readScenario(text, name);
  const refuse = (problems: readonly PathProblem[]) => {
    if (problems.length === 0) return;
    throw new ScenarioInvalid(problems.map(({ path, message }) => ({ at: locate(path), message })));
  };
  refuse(versionProblems(value, name));
  refuse(formProblems(value));
  // Its form was just checked.
  const document = value as ScenarioDocument;
  const operations = new Operations(document);
  refuse([...problemsOf(document, operations), ...(await orderProblems(document))]);
  return { name, document, operations, locate };
}

function readScenario(text: string, name: string): YamlSource {
  const source = readYaml(text, name);
  if (!("problems" in source)) {
    if (!isEndless(source.value)) return source;
    throw new ScenarioInvalid([{ at: source.locate([]), message: "an alias (*) leads to what it stands in itself" }]);
  }
  // What is wrong behind a tab is wrong because of it.
  const tabs = source.problems.filter(({ message }) => message.startsWith("Tabs are"));
  throw new ScenarioInvalid(
    (tabs.length > 0 ? tabs : source.problems).map(({ at, message }) => {
      const [, plain] = PLAIN_WORDS.find(([beginning]) => message.startsWith(beginning)) ?? [];
      return { at, message: plain ?? message.replace("one fixture", "one scenario file") };
    }),
  );
}

function isEndless(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return false;
  } catch {
    return true;
  }
}

const INDENTED = "this line must be indented as far as the one above it that it belongs to";

/** The parser's words, and what they mean to people who write their first file. */
const PLAIN_WORDS = [
  [
    "Nested mappings are not allowed",
    'this text has ": " in it, and must stand in quotes; or the line is indented too far',
  ],
  ["Tabs are not allowed", "this line is indented with a tab; indent with spaces"],
  ["All mapping items must start at the same column", INDENTED],
  ["Sequence item without - indicator", INDENTED],
] as const;

/** Most of what is not meant to be a scenario shows at once; the schema would speak of missing fields. */
function versionProblems(value: unknown, name: string): readonly PathProblem[] {
  const version = typeof value === "object" && value !== null && "arazzo" in value ? String(value.arazzo) : undefined;
  if (version === undefined) {
    const message = `${name} is not Arazzo: it does not begin with "arazzo: 1.0.1"; docs/scenarios.md shows how to write one`;
    return [{ path: [], message }];
  }
  if (/^1\.0\.\d+$/.test(version)) return [];
  return [{ path: ["arazzo"], message: `Arazzo ${version} is not known; allowed is 1.0.x` }];
}

const form = documentForm({
  schema: new URL("fixtures/scenario.schema.json", packageFolder),
  whole: "a scenario",
  formats: {},
});

function formProblems(value: unknown): readonly PathProblem[] {
  return form(value).map(({ path, message }) => {
    const isText = path.at(-1) === "payload";
    const plain = isText ? "payload is written as YAML, not as a text of JSON" : suggesting(message);
    return bareCondition(path, value) ?? { path, message: plain };
  });
}

/** A condition that stands where it should be one of the fields; null for anything else. */
function bareCondition(path: FixturePath, value: unknown): PathProblem | null {
  const name = path.findLast((key) => typeof key === "string");
  const given = path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);
  if ((name !== "successCriteria" && name !== "criteria") || typeof given !== "string") return null;
  return { path, message: `write a list of lines such as this one: - condition: ${given}` };
}
