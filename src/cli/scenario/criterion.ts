import { isDeepStrictEqual } from "node:util";
import { JSONPathEnvironment, type JSONValue } from "json-p3";
import { reasonOf } from "../start-refused.ts";
import type { Criterion } from "./document.ts";
import { type Expression, filledIn, lookUp, parseExpression, type Scope } from "./expression.ts";

/** A criterion that was read: what it looks at, and whether that is as it should be. What is not there fulfils none. */
interface Check {
  readonly expressions: readonly Expression[];
  readonly holds: (scope: Scope) => boolean;
}

const SIMPLE_FORM = "one is such as $statusCode == 201 or $response.body#/data/status == 'CONFIRMED'";
const JSON_PATH_FORM = "a JSONPath here begins with $[? and calls the context @, such as $[?@.data.balance > 0]";

/** Reads a criterion. Throws an error that says why it cannot be checked, or would tell nothing. */
export function readCriterion({ condition, context, type = "simple" }: Criterion): Check {
  if (type === "simple") return readSimple(condition);
  if (context === undefined || !context.startsWith("$"))
    throw new Error(`context ${context ?? "is missing; it"} must say what is looked at, such as $response.body`);
  const looked = parseExpression(context.trim());
  const { expressions, fits } = type === "regex" ? readRegex(condition) : readJsonPath(condition);
  return {
    expressions: [looked, ...expressions],
    holds(scope) {
      const value = lookUp(looked, scope);
      return value !== undefined && fits(value, scope);
    },
  };
}

interface Pattern {
  readonly expressions: readonly Expression[];
  readonly fits: (value: unknown, scope: Scope) => boolean;
}

/** A pattern, or one between slashes with flags. */
function readRegex(condition: string): Pattern {
  const [, pattern = condition, flags = ""] = /^\/(.*)\/([gimsuy]*)$/s.exec(condition) ?? [];
  const regex = new RegExp(pattern, flags.replaceAll(/[gy]/g, ""));
  return { expressions: [], fits: (value) => regex.test(String(value)) };
}

const jsonPaths = new JSONPathEnvironment();
const IN_BRACES = /\{(\$[^{}]+)\}/g;

/** The context is looked at as the only item of a list, so that a path cannot begin with a name. */
function readJsonPath(condition: string): Pattern {
  try {
    jsonPaths.compile(condition.replaceAll(IN_BRACES, "0"));
  } catch (error) {
    throw new Error(`"${condition}" is no JSONPath: ${reasonOf(error)}`, { cause: error });
  }
  if (!/^\$(\[[?*\d-]|\.\.|\.\*)/.test(condition))
    throw new Error(`"${condition}" would never tell anything; ${JSON_PATH_FORM}`);
  const expressions = [...condition.matchAll(IN_BRACES)].map(([, inner = ""]) => parseExpression(inner));
  return {
    expressions,
    fits(value, scope) {
      if (expressions.some((one) => lookUp(one, scope) === undefined)) return false;
      const path = condition.replaceAll(IN_BRACES, (_, inner: string) => JSON.stringify(filledIn(inner, scope)));
      // An answer is JSON, or a text.
      return jsonPaths.query(path, [value as JSONValue]).length > 0;
    },
  };
}

const OPERATORS = {
  "==": isEqual,
  "!=": (one: unknown, other: unknown) => !isEqual(one, other),
  "<": (one: unknown, other: unknown) => isBelow(one, other),
  "<=": (one: unknown, other: unknown) => isBelow(one, other) || isEqual(one, other),
  ">": (one: unknown, other: unknown) => isBelow(other, one),
  ">=": (one: unknown, other: unknown) => isBelow(other, one) || isEqual(one, other),
} as const;

type Operand = Expression | { readonly value: unknown };

/** An expression, a constant, or a sign. */
const TOKEN =
  /\s*(?:(\$[A-Za-z][^\s=!<>&|()'"{},]*)|('[^']*'|"[^"]*"|-?\d+(?:\.\d+)?(?![\w.])|(?:true|false|null)\b)|(==|!=|<=|>=|<|>|&&|\|\|))\s*/y;

/** Comparisons with && between them, and alternatives of those with ||. */
function readSimple(text: string): Check {
  if (!/\$[A-Za-z]/.test(text)) throw new Error(`"${text}" looks at nothing of the answer; ${SIMPLE_FORM}`);
  const alternatives = splitAt(tokensOf(text), "||").map((one) =>
    splitAt(one, "&&").map((tokens) => readComparison(tokens, text)),
  );
  return {
    expressions: alternatives.flat().flatMap(({ expressions }) => expressions),
    holds: (scope) => alternatives.some((all) => all.every(({ holds }) => holds(scope))),
  };
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length; ) {
    const rest = text.slice(TOKEN.lastIndex);
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error(`"${text}"${flawAt(rest)}`);
    tokens.push(token.trim());
  }
  return tokens;
}

/** Why a condition ends here; texts without the right quotes are the most frequent slip. */
function flawAt(rest: string): string {
  if (rest.startsWith("=")) return " compares with =; two are needed: ==";
  if (/^['"]/.test(rest)) return " is no condition; a quote is opened and not closed";
  if (/^[!()]/.test(rest)) return `: neither brackets nor ! are known; ${SIMPLE_FORM}`;
  const [, word] = /^[‘’“”`´]?([^\W\d_][^‘’“”`´&|$<>=]*)/u.exec(rest) ?? [];
  return ` is no condition; ${word === undefined ? SIMPLE_FORM : `texts stand in single quotes: '${word.trim()}'`}`;
}

function splitAt(tokens: readonly string[], separator: string): readonly (readonly string[])[] {
  const at = tokens.indexOf(separator);
  return at === -1 ? [tokens] : [tokens.slice(0, at), ...splitAt(tokens.slice(at + 1), separator)];
}

/** Without an operator, what it looks at must be true. */
function readComparison(tokens: readonly string[], text: string): Check {
  const [left = "", operator = "==", right = "", ...rest] = tokens.length === 1 ? [...tokens, "==", "true"] : tokens;
  const compare = Object.entries(OPERATORS).find(([sign]) => sign === operator)?.[1];
  const [one, other] = [readOperand(left), readOperand(right)];
  if (compare === undefined || one === null || other === null || rest.length > 0)
    throw new Error(`"${text}" is no condition; ${SIMPLE_FORM}`);
  return {
    expressions: [one, other].filter((operand) => "names" in operand),
    holds(scope) {
      const [a, b] = [one, other].map((operand) => ("names" in operand ? lookUp(operand, scope) : operand.value));
      return a !== undefined && b !== undefined && compare(a, b);
    },
  };
}

function readOperand(token: string): Operand | null {
  if (token.startsWith("$")) return parseExpression(token);
  if (/^['"]/.test(token)) return { value: token.slice(1, -1) };
  return /^[-\w]/.test(token) ? { value: JSON.parse(token) } : null;
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
