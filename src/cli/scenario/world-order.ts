import type { WorldOrder } from "../../client/saldo-client.ts";
import { fixtureNames } from "../../engine/fixture/fixture-files.ts";
import { parseInlineFixture } from "../../engine/fixture/parse-fixture.ts";
import { loadDocument } from "../../spec/document.ts";
import { pathOfPointer } from "../../spec/fixture-place.ts";
import { createValidatorCompiler } from "../../spec/validator.ts";
import { closest } from "./closest.ts";
import type { ScenarioDocument, Workflow } from "./document.ts";
import type { Problem } from "./problem.ts";

/** How the world of a scenario is to begin. */
export function orderOf(workflow: Workflow): WorldOrder {
  // The file was refused unless it has the form of a request body.
  return (workflow["x-saldo-world"] ?? {}) as WorldOrder;
}

/** What keeps worlds from beginning as the workflows of a file say, as far as it can be known without a sandbox. */
export async function orderProblems({ workflows }: ScenarioDocument): Promise<readonly Problem[]> {
  const given = workflows.map((workflow, index) => ({ order: workflow["x-saldo-world"] ?? undefined, index }));
  const found = given
    .filter(({ order }) => order !== undefined)
    .map(async ({ order, index }) => {
      const problems = await problemsOfOrder(order);
      return problems.map(({ path, message }) => ({ path: ["workflows", index, "x-saldo-world", ...path], message }));
    });
  return (await Promise.all(found)).flat();
}

async function problemsOfOrder(order: unknown): Promise<readonly Problem[]> {
  const wrong = formProblems(order);
  if (wrong.length > 0) return wrong;
  const { fixture } = orderOf({ workflowId: "", steps: [], "x-saldo-world": order });
  if (typeof fixture === "string") return nameProblems(fixture);
  return fixture === undefined ? [] : fixtureProblems(fixture);
}

function formProblems(order: unknown): readonly Problem[] {
  const described = loadDocument("control").dereferenced.paths?.["/worlds"]?.post?.requestBody;
  const schema = described !== undefined && "content" in described && described.content["application/json"]?.schema;
  if (!schema || "$ref" in schema) throw new Error("the description says nothing of how a world is made");
  const problems = createValidatorCompiler().compileValidator(schema)(order, "");
  return problems.map(({ at, message }) => ({ path: pathOfPointer(at, order), message }));
}

async function nameProblems(fixture: string): Promise<readonly Problem[]> {
  const names = await fixtureNames();
  if (names.includes(fixture)) return [];
  return [{ path: ["fixture"], message: `there is no fixture ${fixture}; ${closest(fixture, names)}` }];
}

/** Problems of a fixture bear a JSON path: `$.companies[0].balance`. */
function fixtureProblems(fixture: object): readonly Problem[] {
  const found = parseInlineFixture(fixture);
  if (!("problems" in found)) return [];
  return found.problems.map(({ at, message }) => {
    const pointer = at.replace(/^\$/, "").replaceAll(/[.[]/g, "/").replaceAll("]", "");
    return { path: ["fixture", ...pathOfPointer(pointer, fixture)], message };
  });
}
