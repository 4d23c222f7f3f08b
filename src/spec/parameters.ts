import { describeType } from "./describe-schema.ts";
import { inCents } from "./explain-errors.ts";
import { compileInput, parametersSchema } from "./inputs.ts";
import type { Parameter } from "./operations.ts";
import { describeValue, type Problem, quote } from "./problem.ts";
import type { Schema } from "./schema.ts";
import { SpecError } from "./spec-error.ts";

export type ParameterValues = Readonly<Record<string, unknown>>;

export interface ReadParameters {
  readonly problems: readonly Problem[];
  readonly values: ParameterValues;
}

type ReadText = (text: string) => { readonly value: unknown } | null;

/**
 * Compiles the reader of an operation's path, query or header parameters: text becomes what the schema says, strictly, and is
 * then validated. Unknown, repeated and missing parameters are problems. The values have the names that the code knows.
 * @throws SpecError for a parameter that is a list or an object, which no operation needs.
 */
export function compileParameters(
  parameters: readonly Parameter[],
  place: "path" | "query" | "header",
  compile: (schema: Schema) => (value: unknown, place: string) => readonly Problem[],
): (raw: Readonly<Record<string, unknown>>) => ReadParameters {
  const known = new Map(parameters.map(({ name, schema }) => [name, chooseReader(name, schema)]));
  const allowed = [...known.keys()].map((name) => `\`${name}\``).join(", ") || "none";
  const defaults = parameters.flatMap(({ name, schema }) => ("default" in schema ? [[name, schema.default]] : []));
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const validate = parameters.length === 0 ? () => [] : compile({ type: "object", properties });
  const feed = compileInput(parametersSchema(parameters));
  const none: ReadParameters = { problems: [], values: {} };

  return (raw) => {
    if (parameters.length === 0 && Object.keys(raw).length === 0) return none;
    const problems: Problem[] = [];
    const values: Record<string, unknown> = Object.fromEntries(defaults);
    for (const [name, text] of Object.entries(raw)) {
      const at = `${place}/${quote(name)}`;
      const read = known.get(name);
      if (read === undefined) {
        problems.push({ at, message: `unknown ${place} parameter \`${quote(name)}\`; allowed: ${allowed}` });
      } else if (typeof text !== "string") {
        problems.push({ at, message: "is given more than once; give it once" });
      } else {
        const found = read(text);
        if (found) values[name] = found.value;
        else problems.push({ at, message: describeRefusal(properties[name] ?? {}, text, at) });
      }
    }
    for (const { name, required, schema } of parameters) {
      if (!required || Object.hasOwn(raw, name)) continue;
      problems.push({ at: `${place}/${name}`, message: `is missing; it must be ${describeType(schema)}` });
    }
    const invalid = [...problems, ...validate(values, place)];
    return { problems: invalid, values: Object(feed(values)) };
  };
}

function chooseReader(name: string, schema: Schema): ReadText {
  const kinds = [schema.type ?? "string"].flat();
  if (kinds.includes("array") || kinds.includes("object")) {
    throw new SpecError(`the parameter "${name}" is a list or an object; only single values are supported`);
  }
  if (kinds.includes("string")) return (text) => ({ value: text });
  if (kinds.includes("integer")) return (text) => readNumber(text, /^-?\d+$/);
  if (kinds.includes("number")) return (text) => readNumber(text, /^-?\d+(\.\d+)?$/);
  if (kinds.includes("boolean")) return (text) => (/^(true|false)$/.test(text) ? { value: text === "true" } : null);
  throw new SpecError(`the parameter "${name}" has no type that a text can have`);
}

/** Adding 0 makes -0 a plain 0. */
function readNumber(text: string, form: RegExp): { readonly value: number } | null {
  const value = Number(text) + 0;
  return form.test(text) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? { value } : null;
}

function describeRefusal(schema: Schema, text: string, at: string): string {
  const digits = schema.type === "integer" ? " in plain decimal digits" : "";
  return `must be ${describeType(schema)}${digits}, got ${describeValue(text, at)}${inCents(schema, text)}`;
}
