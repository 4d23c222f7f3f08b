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

/** Reads an expression. Throws an error that says how it is written. */
export function parseExpression(text: string): Expression {
  const [, names, pointer = ""] = /^\$([A-Za-z]+(?:\.[\w-]+)*)(?:#((?:\/[\w~-]*)*))?$/.exec(text) ?? [];
  const [, inside] = /^\$response\.body(?:[./[]|#[^/])(.*)$/s.exec(text) ?? [];
  if (inside !== undefined) {
    const way = inside.split(/[./[\]#]+/).filter((name) => name !== "");
    throw new Error(`${text} is written $response.body#/${way.join("/")}`);
  }
  if (names === undefined)
    throw new Error(`${text} is no expression; one is such as $steps.initiate.outputs.withdrawId`);
  const keys = pointer.split("/").slice(1);
  return { text, names: names.split("."), pointer: keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) };
}

/** Returns what the expression refers to; undefined when that is not there. */
export function lookUp({ names, pointer }: Expression, scope: Scope): unknown {
  // Names of headers are in lower case.
  const path = names[1] === "header" ? names.map((name) => name.toLowerCase()) : names;
  return [...path, ...pointer].reduce<unknown>((value, name) => {
    return typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined;
  }, scope);
}

/** In braces anywhere; those of inputs, steps and workflows without them, too. */
const EMBEDDED = /\{(\$[A-Za-z][^\s{}]*)\}|\$(?:inputs|steps|workflows)(?:\.[\w-]+)+(?:#(?:\/[\w~-]*)+)?/g;
const WHOLE = /^\s*\{?(\$[A-Za-z][^\s{}]*)\}?\s*$/;

/** Returns what looks like an expression in a text that is sent or given out. */
export function expressionsIn(text: string): readonly string[] {
  const whole = WHOLE.exec(text)?.[1];
  return whole === undefined ? [...text.matchAll(EMBEDDED)].map(([found, inner]) => inner ?? found) : [whole];
}

/** Returns the value with the expressions in its texts evaluated. Throws `ValueMissing`. */
export function filledIn(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => filledIn(item, scope));
  if (typeof value === "object" && value !== null) return filledRecord(value, scope);
  if (typeof value !== "string") return value;
  const whole = WHOLE.exec(value)?.[1];
  if (whole !== undefined) return needed(whole, scope);
  return value.replaceAll(EMBEDDED, (found, inner?: string) => asText(needed(inner ?? found, scope)));
}

/** Returns the same members with their values filled in. Throws `ValueMissing`. */
export function filledRecord(record: object, scope: Scope): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, filledIn(value, scope)]));
}

/** Returns those of these members whose values are there. */
export function presentIn(record: Readonly<Record<string, string>>, scope: Scope): Record<string, unknown> {
  const present = Object.entries(record).filter(([, text]) =>
    expressionsIn(text).every((one) => lookUp(parseExpression(one), scope) !== undefined),
  );
  return filledRecord(Object.fromEntries(present), scope);
}

function needed(text: string, scope: Scope): unknown {
  const expression = parseExpression(text);
  const value = lookUp(expression, scope);
  if (value === undefined) throw new ValueMissing(expression);
  return value;
}

/** Returns a value as a part of a text. */
export function asText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
