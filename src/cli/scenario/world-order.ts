import type { WorldOrder } from "../../client/saldo-client.ts";
import { fixtureNames } from "../../engine/fixture/fixture-files.ts";
import { parseInlineFixture } from "../../engine/fixture/parse-fixture.ts";
import { loadDocument } from "../../spec/document.ts";
import { type PathProblem, pathOfPointer } from "../../spec/fixture-place.ts";
import { closest } from "../nearest.ts";
import type { ScenarioDocument, Workflow } from "./document.ts";

/** Returns how the world of a scenario is to begin. */
export function orderOf(workflow: Workflow): WorldOrder {
  // The file was refused unless this has the form of a request body.
  return (workflow["x-saldo-world"] ?? {}) as WorldOrder;
}

/** Returns the form of what POST /sandbox/worlds takes. */
export function orderSchema(): object {
  const described = loadDocument("control").dereferenced.paths?.["/worlds"]?.post?.requestBody;
  const schema = described !== undefined && "content" in described && described.content["application/json"]?.schema;
  if (!schema) throw new Error("the description says nothing of how a world is made");
  return schema;
}

/** Returns what is wrong with the fixtures that the worlds of a file are to begin with. */
export async function orderProblems({ workflows }: ScenarioDocument): Promise<readonly PathProblem[]> {
  const names = await fixtureNames();
  return workflows.flatMap((workflow, index) => {
    const path = ["workflows", index, "x-saldo-world", "fixture"];
    const { fixture } = orderOf(workflow);
    if (typeof fixture === "object") {
      return fixtureProblems(fixture).map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
    }
    if (fixture === undefined || names.includes(fixture)) return [];
    return [{ path, message: `there is no fixture ${fixture}; ${closest(fixture, names)}` }];
  });
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
