import { isDeepStrictEqual } from "node:util";
import { JSONPathEnvironment, type JSONValue } from "json-p3";
import { reasonOf } from "../src/cli/user-error.ts";
import type { Criterion } from "./document.ts";
import { type Expression, lookUp, parseExpression, type Scope } from "./expression.ts";

/** A criterion that was read. It does not hold where one of its expressions has no value. */
interface Check {
  readonly expressions: readonly Expression[];
  readonly holds: (scope: Scope) => boolean;
}

/** Reads a criterion. Throws an error that says why nothing can be checked with it. */
export function readCriterion({ condition, context, type = "simple" }: Criterion): Check {
  if (type === "simple") return readSimple(condition);
  if (!context?.startsWith("$"))
    throw new Error(`context ${context ?? "is missing; it"} must say what to look at, such as $response.body`);
  const expression = parseExpression(context.trim());
  const fits = type === "regex" ? readRegex(condition) : readJsonPath(condition);
  return {
    expressions: [expression],
    holds(scope) {
      const value = lookUp(expression, scope);
      return value !== undefined && fits(value);
    },
  };
}

/** Reads a pattern, or one between slashes with flags. */
function readRegex(condition: string): (value: unknown) => boolean {
  const [, pattern = condition, flags = ""] = /^\/(.*)\/([gimsuy]*)$/s.exec(condition) ?? [];
  const regex = new RegExp(pattern, flags.replaceAll(/[gy]/g, ""));
  return (value) => regex.test(String(value));
}

const jsonPaths = new JSONPathEnvironment();

/** Reads a JSONPath; the context is the only item of the list that the path looks through. */
function readJsonPath(condition: string): (value: unknown) => boolean {
  if (!/^\$(\[[?*\d-]|\.\.|\.\*)/.test(condition))
    throw new Error(
      `"${condition}" can find nothing; a JSONPath begins with $[? here, and @ is the context: $[?@.data.balance > 0]`,
    );
  try {
    const path = jsonPaths.compile(condition);
    // A body is JSON or a text.
    return (value) => path.query([value as JSONValue]).length > 0;
  } catch (error) {
    throw new Error(`"${condition}" is not a JSONPath: ${reasonOf(error)}`, { cause: error });
  }
}

const OPERATORS: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
  "==": isEqual,
  "!=": (one, other) => !isEqual(one, other),
  "<": isBelow,
  "<=": (one, other) => isBelow(one, other) || isEqual(one, other),
  ">": (one, other) => isBelow(other, one),
  ">=": (one, other) => isBelow(other, one) || isEqual(one, other),
};

const EXAMPLE = "an example is $statusCode == 201 or $response.body#/data/status == 'CONFIRMED'";
const OPERAND = /\$[A-Za-z][^\s=!<>&|()'"{},]*|'[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|true|false|null/.source;
const COMPARISON = new RegExp(`^\\s*(${OPERAND})\\s*(?:(==|!=|<=?|>=?)\\s*(${OPERAND})\\s*)?$`);
/** Not within quotes. */
const OR = /\|\|(?=(?:[^'"]|'[^']*'|"[^"]*")*$)/;
const AND = /&&(?=(?:[^'"]|'[^']*'|"[^"]*")*$)/;

/** Reads comparisons that are joined by && and ||. */
function readSimple(text: string): Check {
  if (!/\$[A-Za-z]/.test(text)) throw new Error(`"${text}" looks at nothing of the response; ${EXAMPLE}`);
  const alternatives = text.split(OR).map((part) => part.split(AND).map((one) => readComparison(one, text)));
  return {
    expressions: alternatives.flat().flatMap(({ expressions }) => expressions),
    holds: (scope) => alternatives.some((all) => all.every(({ holds }) => holds(scope))),
  };
}

/** Without an operator, the value must be true. */
function readComparison(part: string, text: string): Check {
  const [, left, operator = "==", right = "true"] = COMPARISON.exec(part) ?? [];
  const compare = OPERATORS[operator];
  if (left === undefined || compare === undefined) {
    throw new Error(`"${text}" is not a condition; ${EXAMPLE}`);
  }
  const operands = [left, right].map(readOperand);
  return {
    expressions: operands.filter((operand) => "names" in operand),
    holds(scope) {
      const [one, other] = operands.map((operand) => ("names" in operand ? lookUp(operand, scope) : operand.value));
      return one !== undefined && other !== undefined && compare(one, other);
    },
  };
}

function readOperand(token: string): Expression | { readonly value: unknown } {
  if (token.startsWith("$")) return parseExpression(token);
  return { value: /^['"]/.test(token) ? token.slice(1, -1) : JSON.parse(token) };
}

/** A text with a number in it is equal to that number. */
function isEqual(one: unknown, other: unknown): boolean {
  const isMixed = typeof one !== typeof other && typeof one !== "object" && typeof other !== "object";
  return isMixed ? Number(one) === Number(other) : isDeepStrictEqual(one, other);
}

/** Two texts, such as instants, are in the order of their characters. */
function isBelow(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" ? one < other : Number(one) < Number(other);
}
