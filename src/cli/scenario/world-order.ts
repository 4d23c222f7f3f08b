import type { WorldOrder } from "../../client/saldo-client.ts";
import { fixtureNames } from "../../engine/beginning/fixture/fixture-files.ts";
import { parseInlineFixture } from "../../engine/beginning/fixture/parse-fixture.ts";
import { loadDocument } from "../../spec/document.ts";
import { type PathProblem, pathOfPointer } from "../../spec/fixture-place.ts";
import { listOperations } from "../../spec/operations.ts";
import { createValidatorCompiler, type ValidateValue } from "../../spec/validator.ts";
import { closest, suggesting } from "../nearest.ts";
import type { ScenarioDocument, Workflow } from "./document.ts";

/** Returns how the world of a scenario is to begin, once its form was checked. */
export function orderOf(workflow: Workflow): WorldOrder {
  return (workflow["x-saldo-world"] ?? {}) as WorldOrder;
}

/** Returns why no world can begin as the workflows of a file say, as far as that can be known without a sandbox. */
export async function orderProblems({ workflows }: ScenarioDocument): Promise<readonly PathProblem[]> {
  const fixtures = await fixtureNames();
  return workflows.flatMap((workflow, index) => {
    const place = ["workflows", index, "x-saldo-world"];
    return problemsOf(orderOf(workflow), fixtures).map(({ path, message }) => ({ path: [...place, ...path], message }));
  });
}

function problemsOf(order: WorldOrder, names: readonly string[]): readonly PathProblem[] {
  form ??= createValidatorCompiler().compileValidator(orderSchema());
  const problems = form(order, "");
  if (problems.length > 0)
    return problems.map(({ at, message }) => ({ path: pathOfPointer(at, order), message: suggesting(message) }));
  const { fixture = "default" } = order;
  if (typeof fixture === "string")
    return names.includes(fixture)
      ? []
      : [{ path: ["fixture"], message: `there is no fixture ${fixture}; ${closest(fixture, names)}` }];
  const found = parseInlineFixture(fixture);
  return "problems" in found
    ? found.problems.map(({ at, message }) => ({ path: ["fixture"], message: `${at}: ${message}` }))
    : [];
}

/** Compiled once, for all files. */
let form: ValidateValue | undefined;

function orderSchema() {
  const operations = listOperations(loadDocument("control").dereferenced);
  return operations.find(({ operationId }) => operationId === "createWorld")?.body?.schema ?? {};
}
