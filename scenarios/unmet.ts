import type { Redaction } from "../src/report/redaction.ts";
import { clipped } from "../src/report/screen.ts";
import { readCriterion } from "./criterion.ts";
import type { Criterion, ScenarioStep } from "./document.ts";
import { type Expression, lookUp, type Scope } from "./expression.ts";
import type { Unmet } from "./result.ts";

/** More of a value is no help. */
const MAX_CHARACTERS = 300;

/** What a step must fulfil that says nothing of its status. */
const SUCCESS: Criterion = { condition: "$statusCode >= 200 && $statusCode < 300" };

/** Returns what a step expects and has not found; `lost`: why its request got no answer, although others get one. */
export function unmetOf(step: ScenarioStep, scope: Scope, redaction: Redaction, lost?: string): readonly Unmet[] {
  const { "x-saldo-no-answer": needsNone = false, successCriteria = [] } = step;
  const unanswered = {
    expected: "an answer",
    found: `none: ${lost}; a step with x-saldo-no-answer: true expects none`,
  };
  if (lost !== undefined) return needsNone ? [] : [unanswered];
  if (needsNone) return [{ expected: "no answer, because of x-saldo-no-answer", found: statusText(scope) }];
  const saysStatus = successCriteria.some((one) => `${one.condition} ${one.context}`.includes("$statusCode"));
  const criteria = saysStatus ? successCriteria : [SUCCESS, ...successCriteria];
  return criteria.flatMap((criterion) => {
    const { expressions, holds } = readCriterion(criterion);
    if (holds(scope)) return [];
    const found = new Set(expressions.map((one) => redaction.text(foundAt(one, scope, redaction))));
    return [{ expected: redaction.text(expectedBy(criterion)), found: [...found].join("; ") }];
  });
}

function expectedBy(criterion: Criterion): string {
  const { condition, context, type } = criterion;
  if (criterion === SUCCESS) return "a success (2xx), because no condition checks $statusCode";
  if (context === undefined) return condition;
  return `${context} ${type === "regex" ? "matches" : "has something at"} ${condition}`;
}

function foundAt(expression: Expression, scope: Scope, redaction: Redaction): string {
  const { text } = expression;
  const value = lookUp(expression, scope);
  if (value === undefined) return `${text} is not there${around(expression, scope)}`;
  if (text === "$statusCode") return statusText(scope);
  // Redacted before it is cut, because half of a secret would not be found.
  return `${text} is ${clipped(redaction.text(JSON.stringify(value)), MAX_CHARACTERS)}`;
}

/** Returns the status, and what an error response says in its own words. */
function statusText({ statusCode, response }: Scope): string {
  const { message, detail, title } = Object(Object(response).body);
  const reason = [message, detail, title].find((text) => typeof text === "string");
  return `the status ${statusCode}${Number(statusCode) < 400 || reason === undefined ? "" : `: ${reason}`}`;
}

/** Returns what a step lacks that needs the value of an expression. */
export function noValue(expression: Expression, scope: Scope): Unmet {
  return { expected: `a value for ${expression.text}`, found: `nothing is there${around(expression, scope)}` };
}

/** Returns the names in the nearest place on the way to a missing value that has any. */
function around({ names, pointer }: Expression, scope: Scope): string {
  for (let length = names.length + pointer.length - 1; length >= 0; length--) {
    const [before, keys] = [names.slice(0, length), pointer.slice(0, Math.max(0, length - names.length))];
    const value = lookUp({ names: before, pointer: keys }, scope);
    const place = `; $${before.join(".")}${keys.length === 0 ? "" : `#/${keys.join("/")}`}`;
    if (Array.isArray(value)) return `${place} has ${value.length} ${value.length === 1 ? "entry" : "entries"}`;
    if (typeof value === "object" && value !== null)
      return `${place} has ${clipped(Object.keys(value).join(", ") || "nothing", MAX_CHARACTERS)}`;
  }
  return "";
}
