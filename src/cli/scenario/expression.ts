/** `$steps.initiate.outputs.withdrawId`, `$response.body#/data/0/status`: names behind dots, then a JSON pointer. */
export interface Expression {
  readonly text: string;
  /** The root without its `$` comes first. */
  readonly names: readonly string[];
  readonly pointer: readonly string[];
}

/** What expressions refer to, by the names of their roots. */
export type Scope = Readonly<Record<string, unknown>>;

/** Thrown where a value is needed that is not there. */
export class ValueMissing extends Error {
  override readonly name = "ValueMissing";
  readonly expression: Expression;

  constructor(expression: Expression) {
    super(`there is no value for ${expression.text}`);
    this.expression = expression;
  }
}

/** Returns null for a text that is no expression. */
export function parseExpression(text: string): Expression | null {
  const [, names, pointer = ""] = /^\$([A-Za-z]+(?:\.[\w-]+)*)(?:#((?:\/[\w~-]*)*))?$/.exec(text.trim()) ?? [];
  if (names === undefined) return null;
  const keys = pointer.split("/").slice(1);
  return {
    text: text.trim(),
    names: names.split("."),
    pointer: keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")),
  };
}

/** Returns what the expression refers to; undefined when that is not there. */
export function lookUp({ names, pointer }: Expression, scope: Scope): unknown {
  const isHeader = names[0] === "response" && names[1] === "header";
  const [root = "", part = "", ...rest] = names;
  const path = isHeader ? [root, part, ...rest.map((name) => name.toLowerCase())] : names;
  return [...path, ...pointer].reduce<unknown>((value, name) => {
    return typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined;
  }, scope);
}

/** Expressions in a text: in braces anywhere, and those of inputs and steps without them, too. */
const EMBEDDED = /\{(\$[A-Za-z][^\s{}]*)\}|\$(?:inputs|steps|workflows)(?:\.[\w-]+)+(?:#(?:\/[\w~-]*)+)?/g;

/** Returns what looks like an expression in a value that is sent or given out. */
export function expressionsIn(text: string): readonly string[] {
  const whole = /^\s*(\$[A-Za-z][^\s{}]*)\s*$/.exec(text)?.[1];
  if (whole !== undefined) return [whole];
  return [...text.matchAll(EMBEDDED)].map(([found, inner]) => inner ?? found);
}

/** Returns the value with the expressions in its texts evaluated. Throws `ValueMissing`. */
export function filledIn(value: unknown, scope: Scope): unknown {
  if (typeof value === "string") return filledText(value, scope);
  if (Array.isArray(value)) return value.map((item) => filledIn(item, scope));
  if (typeof value !== "object" || value === null) return value;
  return filledRecord(value, scope);
}

/** Returns the same members with their values filled in. Throws `ValueMissing`. */
export function filledRecord(record: object, scope: Scope): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, filledIn(value, scope)]));
}

/** Returns those members whose values are there. */
export function presentIn(record: object, scope: Scope): Record<string, unknown> {
  const present = Object.entries(record).filter(([, text]) => {
    return expressionsIn(String(text)).every((one) => lookUp(parseExpression(one) ?? NOWHERE, scope) !== undefined);
  });
  return filledRecord(Object.fromEntries(present), scope);
}

const NOWHERE: Expression = { text: "", names: ["nowhere"], pointer: [] };

function filledText(text: string, scope: Scope): unknown {
  const whole = parseExpression(text.trim().replace(/^\{(\$[^{}]*)\}$/, "$1"));
  if (whole !== null) return needed(whole, scope);
  return text.replaceAll(EMBEDDED, (found, inner?: string) => {
    const expression = parseExpression(inner ?? found);
    return expression === null ? found : asText(needed(expression, scope));
  });
}

function needed(expression: Expression, scope: Scope): unknown {
  const value = lookUp(expression, scope);
  if (value === undefined) throw new ValueMissing(expression);
  return value;
}

/** Returns a value as a part of a text. */
export function asText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
