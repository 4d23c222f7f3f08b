import { isDeepStrictEqual } from "node:util";
import { JSONPathEnvironment, type JSONValue } from "json-p3";
import { reasonOf } from "../start-refused.ts";
import { type Criterion, kindOf } from "./document.ts";
import { type Expression, filledIn, lookUp, parseExpression, type Scope } from "./expression.ts";

const OPERATORS = ["==", "!=", "<", "<=", ">", ">="] as const;
type Operator = (typeof OPERATORS)[number];

type Operand = { readonly expression: Expression } | { readonly value: unknown };

interface Comparison {
  readonly left: Operand;
  /** Without a right side, the left one must be true. */
  readonly right: { readonly operator: Operator; readonly operand: Operand } | null;
}

/** Alternatives, joined by ||, each of comparisons that are joined by &&. */
type Condition = readonly (readonly Comparison[])[];

/** Thrown for a condition that cannot be read; its message says what is allowed. */
class ConditionInvalid extends Error {
  override readonly name = "ConditionInvalid";
}

const TOKEN =
  /\s*(?:(\$[A-Za-z][^\s=!<>&|()'"{},]*)|('[^']*'|"[^"]*"|-?\d+(?:\.\d+)?(?![\w.])|(?:true|false|null)\b)|(==|!=|<=|>=|<|>|&&|\|\|))\s*/y;
const SIMPLE_FORM = "one is such as $statusCode == 201 or $response.body#/data/status == 'CONFIRMED'";
const JSON_PATH_FORM = "a JSONPath here begins with $[? and calls the context @, such as $[?@.data.balance > 0]";

/** Reads a simple condition. Throws `ConditionInvalid`. */
function parseCondition(text: string): Condition {
  const tokens = tokensOf(text);
  return splitAt(tokens, "||").map((alternative) =>
    splitAt(alternative, "&&").map(([left, operator, right, ...rest]) => {
      const known = OPERATORS.find((one) => one === operator);
      const isWhole = operator === undefined || (known !== undefined && right !== undefined && rest.length === 0);
      if (left === undefined || !isWhole) throw new ConditionInvalid(`"${text}" is no condition; ${SIMPLE_FORM}`);
      return {
        left: operandOf(left, text),
        right: known && right !== undefined ? { operator: known, operand: operandOf(right, text) } : null,
      };
    }),
  );
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length; ) {
    const at = TOKEN.lastIndex;
    const [, expression, constant, sign] = TOKEN.exec(text) ?? [];
    const token = expression ?? constant ?? sign;
    if (token === undefined) throw new ConditionInvalid(`"${text}"${flawAt(text.slice(at))}`);
    tokens.push(token);
  }
  return tokens;
}

/** Why a condition ends here; texts without the right quotes are the most frequent slip. */
function flawAt(rest: string): string {
  if (/^\s*=/.test(rest)) return " compares with =; two are needed: ==";
  if (/^\s*['"]/.test(rest)) return " is no condition; a quote is opened and not closed";
  if (/^\s*[!()]/.test(rest)) return `: neither brackets nor ! are known; ${SIMPLE_FORM}`;
  const [, word] = /^\s*[‘’“”`´]?([^\W\d_][^‘’“”`´&|$<>=]*)/u.exec(rest) ?? [];
  return ` is no condition; ${word === undefined ? SIMPLE_FORM : `texts stand in single quotes: '${word.trim()}'`}`;
}

function operandOf(token: string, text: string): Operand {
  if (token.startsWith("$")) {
    const expression = parseExpression(token);
    if (expression !== null) return { expression };
  } else if (/^['"]/.test(token)) return { value: token.slice(1, -1) };
  else if (/^[-\dtfn]/.test(token)) return { value: JSON.parse(token) };
  throw new ConditionInvalid(`"${text}" is no condition; ${SIMPLE_FORM}`);
}

function splitAt(tokens: readonly string[], separator: string): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const token of tokens) {
    if (token === separator) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Returns all that a criterion looks at, as it is written; of a text that cannot be read, what can be seen. */
export function lookedAt(criterion: Criterion): readonly string[] {
  const { condition, context } = criterion;
  const kind = kindOf(criterion);
  const pattern = kind === "simple" ? /\$[A-Za-z][^\s=!<>&|()'"{},]*/g : /(?<=\{)\$[A-Za-z][^{}]*/g;
  const outside = kind === "simple" ? condition.replaceAll(/'[^']*'|"[^"]*"/g, "''") : condition;
  const inCondition = kind === "regex" ? [] : (outside.match(pattern) ?? []);
  return [...new Set([...(context === undefined ? [] : [context.trim()]), ...inCondition])];
}

/** Returns why a criterion cannot be checked, or would always hold; null if it is sound. */
export function flawOfCriterion(criterion: Criterion): string | null {
  const { condition, context } = criterion;
  const kind = kindOf(criterion);
  try {
    if (kind !== "simple" && !context?.startsWith("$"))
      return `context ${context ?? "is missing; it"} must say what is looked at, such as $response.body`;
    if (kind === "regex") regexOf(condition);
    else if (kind === "jsonpath") return flawOfJsonPath(condition);
    else {
      parseCondition(condition);
      if (lookedAt(criterion).length === 0) return `"${condition}" looks at nothing of the answer; ${SIMPLE_FORM}`;
    }
    return null;
  } catch (error) {
    if (lookedAt(criterion).length === 0) return `"${condition}" looks at nothing of the answer; ${SIMPLE_FORM}`;
    return reasonOf(error);
  }
}

const jsonPaths = new JSONPathEnvironment();

/** The context is looked at as the only item of a list, so that a path cannot begin with a name. */
function flawOfJsonPath(condition: string): string | null {
  try {
    jsonPaths.compile(condition.replaceAll(/\{\$[^{}]+\}/g, "0"));
  } catch (error) {
    return `"${condition}" is no JSONPath: ${reasonOf(error)}`;
  }
  if (/^\$(\[[?*\d-]|\.\.|\.\*)/.test(condition)) return null;
  return `"${condition}" would never tell anything; ${JSON_PATH_FORM}`;
}

/** A pattern, or one between slashes with flags. */
function regexOf(condition: string): RegExp {
  const [, pattern = condition, flags = ""] = /^\/(.*)\/([gimsuy]*)$/s.exec(condition) ?? [];
  return new RegExp(pattern, flags);
}

/** Returns whether a criterion holds. What is not there fulfils none. */
export function holds(criterion: Criterion, scope: Scope): boolean {
  const { condition, context = "" } = criterion;
  const kind = kindOf(criterion);
  if (kind === "simple") {
    return parseCondition(condition).some((all) => all.every((comparison) => isTrue(comparison, scope)));
  }
  const expression = parseExpression(context);
  const value = expression === null ? undefined : lookUp(expression, scope);
  if (value === undefined) return false;
  if (kind === "regex") return regexOf(condition).test(String(value));
  const path = condition.replaceAll(/\{(\$[^{}]+)\}/g, (_, inner: string) => JSON.stringify(filledIn(inner, scope)));
  // An answer is JSON, or a text.
  return jsonPaths.query(path, [value as JSONValue]).length > 0;
}

function isTrue({ left, right }: Comparison, scope: Scope): boolean {
  const one = valueOfOperand(left, scope);
  if (right === null) return Boolean(one);
  const other = valueOfOperand(right.operand, scope);
  return one !== undefined && other !== undefined && compare(one, right.operator, other);
}

function valueOfOperand(operand: Operand, scope: Scope): unknown {
  return "expression" in operand ? lookUp(operand.expression, scope) : operand.value;
}

function compare(one: unknown, operator: Operator, other: unknown): boolean {
  if (operator === "==") return isEqual(one, other);
  if (operator === "!=") return !isEqual(one, other);
  // Two texts, such as instants, are in the order of their characters.
  const [a, b] = typeof one === "string" && typeof other === "string" ? [one, other] : [Number(one), Number(other)];
  if (operator === "<") return a < b;
  if (operator === "<=") return a <= b;
  return operator === ">" ? a > b : a >= b;
}

/** A text with a number in it is equal to that number. */
function isEqual(one: unknown, other: unknown): boolean {
  const isMixed = typeof one !== typeof other && typeof one !== "object" && typeof other !== "object";
  return isMixed ? Number(one) === Number(other) : isDeepStrictEqual(one, other);
}
