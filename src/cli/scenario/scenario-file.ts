import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type FixturePath, pathOfPointer } from "../../spec/fixture-place.ts";
import type { YamlSource } from "../../spec/yaml-source.ts";
import { reasonOf } from "../start-refused.ts";
import { problemsOf } from "./check.ts";
import type { ScenarioDocument } from "./document.ts";
import { OnlyThese } from "./only-these.ts";
import { Operations, readOperations } from "./operations.ts";
import { type Problem, ScenarioInvalid } from "./problem.ts";
import { readScenario } from "./readable.ts";
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

/**
 * Reads a file and looks at all of it before anything runs. `name` is how problems call it.
 * @throws ScenarioInvalid with every problem and its place.
 */
export async function parseScenario(text: string, name: string): Promise<ScenarioFile> {
  const source = readScenario(text, name);
  refuseOthers(source, name);
  const wrong = await formProblems(text, source.value);
  if (wrong.length > 0) throw invalid(wrong, source);
  // Its form was just checked against Arazzo's.
  const document = source.value as ScenarioDocument;
  const operations = new Operations(document, readOperations());
  const problems = [...problemsOf(document, operations), ...(await orderProblems(document))];
  if (problems.length > 0) throw invalid(problems, source);
  return { name, document, operations, locate: source.locate };
}

function invalid(problems: readonly Problem[], { locate }: YamlSource): ScenarioInvalid {
  return new ScenarioInvalid(problems.map(({ path, message }) => ({ at: locate(path), message })));
}

/** Most of what is not meant to be a scenario shows at once; the linter would speak of missing fields. */
function refuseOthers({ value, locate }: YamlSource, name: string): void {
  const version = typeof value === "object" && value !== null && "arazzo" in value ? String(value.arazzo) : undefined;
  if (version === undefined) {
    const message = `${name} is not Arazzo: it does not begin with "arazzo: 1.0.1"; docs/scenarios.md shows how to write one`;
    throw new ScenarioInvalid([{ at: locate([]), message }]);
  }
  if (/^1\.0\.\d+$/.test(version)) return;
  throw new ScenarioInvalid([{ at: locate(["arazzo"]), message: `Arazzo ${version} is not known; allowed is 1.0.x` }]);
}

/** What Arazzo itself says of the form. */
async function formProblems(text: string, value: unknown): Promise<readonly Problem[]> {
  const own = { "no-criteria-xpath": "error", "outputs-defined": "off" } as const;
  // Two workflows could not depend on the same one.
  const arazzo1Rules = { ...own, "workflow-dependsOn": "off" } as const;
  const config = await createConfig({ extends: ["recommended-strict"], arazzo1Rules });
  try {
    const externalRefResolver = new OnlyThese(new Map());
    const found = await lintFromString({ source: text, absoluteRef: "/scenario.yaml", config, externalRefResolver });
    return found.map(({ message, location: [place], suggest }) => {
      const path = pathOfPointer(place?.pointer?.replace(/^#/, "") ?? "", value);
      const meant = suggest.length > 0 ? `; is it ${suggest.join(" or ")}?` : "";
      return { path, message: bareCondition(path, value) ?? `${plain(message)}${meant}` };
    });
  } catch (error) {
    return [{ path: [], message: reasonOf(error) }];
  }
}

/** A condition that stands where it should be one of the fields; null for anything else. */
function bareCondition(path: FixturePath, value: unknown): string | null {
  const name = path.findLast((key) => typeof key === "string");
  const given = path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);
  if ((name !== "successCriteria" && name !== "criteria") || typeof given !== "string") return null;
  return `write a list of lines such as this one: - condition: ${given}`;
}

/** One sentence, as this program writes it. */
function plain(message: string): string {
  return message
    .replaceAll("`", "")
    .replace(/^The field (\S+) must be present on this level\.$/, "$1 is missing here")
    .replace(/^Property (\S+) is not expected here\.$/, "Arazzo knows no $1 here")
    .replace(/\.$/, "");
}
