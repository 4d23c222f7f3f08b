import { parseRuntimeExpression } from "@redocly/respect-core";
import { JSONPathEnvironment } from "json-p3";
import { reasonOf } from "../start-refused.ts";
import { type Criterion, kindOf } from "./document.ts";

/** What an expression refers to: `$response.body#/data/status`, `$steps.initiate.outputs.withdrawId`. */
const expression =
  /\$(?:statusCode|method|url|(?:response|request)\.(?:body(?:#(?:\/[\w~-]*)+)?|(?:header|query|path)\.[\w-]+)|(?:inputs|outputs|steps|workflows)\.[\w.-]+(?:#(?:\/[\w~-]*)+)?)/g;

/** All that a text refers to, each once. */
export function expressionsIn(text: string): readonly string[] {
  return [...new Set(text.match(expression) ?? [])];
}

/** Whether a criterion says anything of the status; a step with none that does must be answered with a success. */
export function speaksOfStatus(criteria: readonly Criterion[]): boolean {
  return criteria.some(({ condition, context = "" }) => `${condition} ${context}`.includes("$statusCode"));
}

/** What a step without a word on its status must fulfil. */
export const success: Criterion = { condition: "$statusCode >= 200 && $statusCode < 300" };

/** Why a criterion cannot be checked, or would always hold; null if it is sound. */
export function flawOf(criterion: Criterion): string | null {
  const { condition, context } = criterion;
  switch (kindOf(criterion)) {
    case "simple":
      return flawOfSimple(condition);
    case "regex":
      return flawOfContext(context) ?? flawOfRegex(condition);
    case "jsonpath":
      return flawOfContext(context) ?? flawOfJsonPath(condition);
    default:
      return `type ${kindOf(criterion)} is not known; allowed are simple, regex and jsonpath`;
  }
}

function flawOfSimple(condition: string): string | null {
  if (expressionsIn(condition).length === 0) return `"${condition}" looks at nothing of the answer; ${simpleForm}`;
  if (/(?<![=!<>])=(?!=)/.test(withoutTexts(condition))) return `"${condition}" compares with =; two are needed: ==`;
  if (/[<>=]\s*-\d/.test(withoutTexts(condition))) return `"${condition}": ${negativeForm}`;
  if (/^\s*[!(]|[&|]\s*[!(]/.test(withoutTexts(condition)))
    return `"${condition}": neither brackets nor ! are known; ${simpleForm}`;
  return isExpression(condition) ? null : `"${condition}" is no condition; ${flawOfText(condition) ?? simpleForm}`;
}

/** Texts without the right quotes are the most frequent slip. */
function flawOfText(condition: string): string | null {
  const outside = withoutTexts(condition);
  if (/['"]/.test(outside)) return "a quote is opened and not closed";
  const [, word] = /[=<>]\s*[‘’“”`´]?([^\W\d_][^‘’“”`´&|$<>=]*)/u.exec(outside) ?? [];
  return word === undefined ? null : `texts stand in single quotes: '${word.trim()}'`;
}

const simpleForm = "one is such as $statusCode == 201 or $response.body#/data/status == 'CONFIRMED'";
const negativeForm =
  "a number below zero cannot stand here; use type: regex with context: $response.body#/data/balance and condition: '^-500$'";

/** What the answer is held against it as is the only item of a list, so that it does not begin with a name. */
function flawOfJsonPath(condition: string): string | null {
  try {
    environment.compile(condition.replaceAll(/\{\$[^{}]+\}/g, "0"));
  } catch (error) {
    return `"${condition}" is no JSONPath: ${reasonOf(error)}`;
  }
  if (/^\$(\[[?*\d-]|\.\.|\.\*)/.test(condition)) return null;
  return `"${condition}" would never tell anything; ${jsonPathForm}`;
}

const environment = new JSONPathEnvironment();
const jsonPathForm = "a JSONPath here begins with $[? and speaks of the context as @, such as $[?@.data.balance > 0]";

function flawOfContext(context: string | undefined): string | null {
  if (context !== undefined && expressionsIn(context)[0] === context.trim()) return null;
  return `context ${context ?? "is missing; it"} must say what is looked at, such as $response.body`;
}

function flawOfRegex(condition: string): string | null {
  try {
    new RegExp(condition);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function withoutTexts(condition: string): string {
  return condition.replaceAll(/'[^']*'|"[^"]*"/g, "''");
}

function isExpression(text: string): boolean {
  // Its type says nothing; it throws what it cannot read.
  const parse: (text: string) => unknown = parseRuntimeExpression;
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
