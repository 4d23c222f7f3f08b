import { sourceOf } from "../description/description.ts";
import { describedPayload } from "../description/payload.ts";
import type { Answer } from "./answer.ts";
import type { Run } from "./run.ts";
import { CouldNotRun } from "./verdict-error.ts";

/**
 * An amount that an answer tells, found by the name that the description with the target's overlay has for it.
 * @throws CouldNotRun when it is called otherwise; another clause tells so.
 */
export function saidCents(run: Run, answer: Answer, outcome: string, field: string): number {
  const name = describedName(run, answer, outcome, field);
  const value = answer.find(name);
  if (typeof value === "number") return value;
  const { method, path } = answer.operation;
  throw new CouldNotRun(
    "overlay",
    `${method} ${path} tells no "${name}"; an overlay (--overlay) can say what it is called`,
  );
}

/** What the description with the target's overlay calls a member of an answer that the sandbox calls `field`. */
export function describedName(run: Run, answer: Answer, outcome: string, field: string): string {
  const { tree } = run.examiner.description;
  const { schema } = run.examiner.description.response(answer.operation, outcome);
  const properties = schema === undefined ? [] : tree.properties(describedPayload(tree, schema).schema);
  return properties.find(({ node, name }) => sourceOf(node.value, name) === field)?.name ?? field;
}
