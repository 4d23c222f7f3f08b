import { allowed, closest, nearest } from "../nearest.ts";
import type { Expression } from "./expression.ts";

/** What can be referred to, by name. `open` can have any parts, `whole` has none, `later` is not there yet. */
export type Known = "open" | "whole" | "later" | KnownNames;
export interface KnownNames {
  readonly [name: string]: Known;
}

const ROOTS = ["statusCode", "response", "inputs", "steps", "workflows"];

/** Returns why the value of an expression cannot be there; null if it can. */
export function flawOfExpression({ text, names, pointer }: Expression, known: Known): string | null {
  let level = known;
  for (const [index, name] of names.entries()) {
    if (typeof level === "string") break;
    const before = `$${names.slice(0, index).join(".")}`;
    const next = Object.hasOwn(level, name) ? level[name] : undefined;
    if (next === undefined) return `${text}: ${index === 0 ? flawOfRoot(name) : flawOfName(before, name, level)}`;
    if (next === "later") return `${name} is not over by then; only outputs of steps before are known`;
    if (next === "whole" && (index + 1 < names.length || pointer.length > 0))
      return `${text}: nothing follows $${name}`;
    level = next;
  }
  return typeof level === "string" ? null : `${text}: a name must follow; ${allowed(namesOf(level))}`;
}

/** Those that can be used by now. */
function namesOf(level: KnownNames): readonly string[] {
  return Object.keys(level).filter((name) => level[name] !== "later");
}

function flawOfName(before: string, name: string, level: KnownNames): string {
  if (Object.keys(level).join() === "outputs") return `an output is written ${before}.outputs.${name}`;
  return `${before} has no ${name}; ${closest(name, namesOf(level))}`;
}

function flawOfRoot(root: string): string {
  if (ROOTS.includes(root))
    return "there is no answer here; what is needed of one must be in the outputs of an earlier step";
  const near = nearest(root, ROOTS);
  return `there is no $${root}; ${near === undefined ? allowed(ROOTS.map((one) => `$${one}`)) : `is it $${near}?`}`;
}
