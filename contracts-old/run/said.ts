import { describedName } from "../description/described-name.ts";
import type { Answer } from "./answer.ts";
import type { Run } from "./run.ts";
import { CouldNotRun } from "./verdict-error.ts";

/**
 * An amount that an answer tells, found by the name that the description with the target's overlay has for it.
 * @throws CouldNotRun when it is called otherwise; another clause tells so.
 */
export function saidCents(run: Run, answer: Answer, outcome: string, field: string): number {
  const name = describedName(run.examiner.description, answer.operation, outcome, field) ?? field;
  const value = answer.find(name);
  if (typeof value === "number") return value;
  const { method, path } = answer.operation;
  throw new CouldNotRun(
    "overlay",
    `${method} ${path} tells no "${name}"; an overlay (--overlay) can say what it is called`,
  );
}
