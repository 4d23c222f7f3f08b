import type { WorldOrder } from "../../client/saldo-client.ts";
import { fixtureNames } from "../../engine/beginning/fixture/fixture-files.ts";
import { parseInlineFixture } from "../../engine/beginning/fixture/parse-fixture.ts";
import { loadDocument } from "../../spec/document.ts";
import { type PathProblem, pathOfPointer } from "../../spec/fixture-place.ts";
import type { Schema } from "../../spec/schema.ts";
import { createValidatorCompiler, type ValidateValue } from "../../spec/validator.ts";
import { closest, suggesting } from "../nearest.ts";
import type { ScenarioDocument, Workflow } from "./document.ts";

/** Returns how the world of a scenario is to begin. */
export function orderOf(workflow: Workflow): WorldOrder {
  // A file is refused unless this has the form of a request body.
  return (workflow["x-saldo-world"] ?? {}) as WorldOrder;
}

/** Returns what keeps worlds from beginning as the workflows of a file say, as far as it can be known without a sandbox. */
export async function orderProblems({ workflows }: ScenarioDocument): Promise<readonly PathProblem[]> {
  const names = await fixtureNames();
  return workflows.flatMap((workflow, index) => {
    const found = problemsOf(workflow, names);
    return found.map(({ path, message }) => ({ path: ["workflows", index, "x-saldo-world", ...path], message }));
  });
}

function problemsOf(workflow: Workflow, names: readonly string[]): readonly PathProblem[] {
  const order = orderOf(workflow);
  form ??= createValidatorCompiler().compileValidator(orderSchema());
  const wrong = form(order, "");
  if (wrong.length > 0)
    return wrong.map(({ at, message }) => ({ path: pathOfPointer(at, order), message: suggesting(message) }));
  const { fixture } = order;
  if (typeof fixture === "object") return fixtureProblems(fixture);
  if (fixture === undefined || names.includes(fixture)) return [];
  return [{ path: ["fixture"], message: `there is no fixture ${fixture}; ${closest(fixture, names)}` }];
}

/** Compiled once, for all files. */
let form: ValidateValue | undefined;

function orderSchema(): Schema {
  const described = loadDocument("control").dereferenced.paths?.["/worlds"]?.post?.requestBody;
  const schema = described?.content["application/json"]?.schema;
  if (!schema) throw new Error("the description says nothing of how a world is made");
  return schema;
}

/** Problems of a fixture bear a JSON path: `$.companies[0].balance`. */
function fixtureProblems(fixture: object): readonly PathProblem[] {
  const found = parseInlineFixture(fixture);
  if (!("problems" in found)) return [];
  return found.problems.map(({ at, message }) => {
    const pointer = at.replace(/^\$/, "").replaceAll(/[.[]/g, "/").replaceAll("]", "");
    return { path: pathOfPointer(pointer, fixture), message };
  });
}
