/** `$steps.initiate.outputs.withdrawId`, `$response.body#/data/0/status`: names behind dots, then a JSON pointer. */
export interface Expression {
  readonly text: string;
  /** The root without its `$` comes first. */
  readonly names: readonly string[];
  readonly pointer: readonly string[];
}

/** What expressions refer to, by the names of their roots. */
export type Scope = Readonly<Record<string, unknown>>;

/** Reads an expression. Throws an error that says how to write it. */
export function parseExpression(text: string): Expression {
  const [, names, pointer = ""] = /^\$([A-Za-z]+(?:\.[\w-]+)*)(?:#((?:\/[\w~-]*)*))?$/.exec(text) ?? [];
  const [, inside] = /^\$response\.body(?:[./[]|#[^/])(.*)$/s.exec(text) ?? [];
  if (inside !== undefined) {
    const keys = inside.split(/[./[\]#]+/).filter((key) => key !== "");
    throw new Error(`${text} is not an expression; write $response.body#/${keys.join("/")}`);
  }
  if (names === undefined)
    throw new Error(`${text} is not an expression; an example is $steps.initiate.outputs.withdrawId`);
  const keys = pointer.split("/").slice(1);
  return { text, names: names.split("."), pointer: keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) };
}

/** Returns what the expression refers to; undefined when that is not there. */
export function lookUp({ names, pointer }: Pick<Expression, "names" | "pointer">, scope: Scope): unknown {
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

/** Returns what looks like an expression in a text that is sent. */
export function expressionsIn(text: string): readonly string[] {
  const whole = WHOLE.exec(text)?.[1];
  return whole === undefined ? [...text.matchAll(EMBEDDED)].map(([found, inner]) => inner ?? found) : [whole];
}

/** Returns a value of JSON with something else for each text in it. */
export function withTexts(value: unknown, of: (text: string) => unknown): unknown {
  if (typeof value === "string") return of(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, of));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, of)]));
}

/** Returns the value with the expressions in its texts evaluated. Adds those without a value to `missing`. */
export function filledIn(value: unknown, scope: Scope, missing: Expression[]): unknown {
  const valueAt = (text: string) => {
    const expression = parseExpression(text);
    const found = lookUp(expression, scope);
    if (found === undefined) missing.push(expression);
    return found;
  };
  return withTexts(value, (text) => {
    const whole = WHOLE.exec(text)?.[1];
    if (whole !== undefined) return valueAt(whole);
    return text.replaceAll(EMBEDDED, (found, inner?: string) => asText(valueAt(inner ?? found)));
  });
}

/** Returns a value as a part of a text. */
export function asText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
