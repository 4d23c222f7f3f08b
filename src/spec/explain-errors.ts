import type { ErrorObject } from "ajv";
import { describeFormat, describeType } from "./describe-schema.ts";
import { hintForInstant } from "./given-instant.ts";
import { FORMS_OF_PATTERNS } from "./pattern-forms.ts";
import { describeValue, isHidden, MAX_PROBLEMS, type Problem, quote } from "./problem.ts";
import type { Schema } from "./schema.ts";

/**
 * Turns Ajv's errors (made with `verbose`) into problems that say what was wrong and what is allowed. Values of codes,
 * secrets and keys are never repeated, others only their first characters.
 * @param place of the validated value: `body`, or `query` when the value holds the parameters by name.
 */
export function explainErrors(errors: readonly ErrorObject[], place: string): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of withoutBranches(errors)) {
    if (problems.size === MAX_PROBLEMS) break;
    const problem = explain(error, place, errors);
    problems.set(`${problem.at} ${problem.message}`, problem);
  }
  return [...problems.values()];
}

function explain(error: ErrorObject, place: string, all: readonly ErrorObject[]): Problem {
  const at = place + error.instancePath;
  const { missingProperty } = error.params;
  if (missingProperty !== undefined) return { at: `${at}/${missingProperty}`, message: describeMissing(error) };
  return describeTagged(error, at) ?? { at, message: describe(error, at, all) };
}

/** Returns what is wrong with the value and what is allowed. */
function describe(error: ErrorObject, at: string, all: readonly ErrorObject[]): string {
  const { keyword, params, data, schema } = error;
  const parent = schemaAround(error);
  const names = Object.keys(parent.properties ?? {});
  // A code that an overlay calls by another name is still a code.
  const source = "x-secret" in parent ? "secret" : "x-value" in parent ? String(parent["x-value"]) : null;
  const meaning = source === null ? at : `${at}/${source.replaceAll(".", "/")}`;
  const got = `got ${describeValue(data, meaning)}`;
  switch (keyword) {
    case "additionalProperties":
    case "unevaluatedProperties":
      return `unknown property ${code(params.additionalProperty ?? params.unevaluatedProperty)}${allowed(parent)}`;
    case "type":
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf":
      return `must be ${describeType(parent)}, ${got}${inCents(parent, data)}`;
    case "enum":
      return `must be one of ${list(schema)}, ${got}`;
    case "const":
      return `must be ${code(schema)}, ${got}`;
    case "minLength":
    case "maxLength":
      if ("x-format" in parent || parent.format === "date-time") return `must be ${describeType(parent)}, ${got}`;
      return `must be ${describeType(parent)}, has ${isHidden(meaning) ? "another length" : Array.from(String(data)).length}`;
    case "minItems":
    case "maxItems":
      return `must be ${describeType(parent)}, has ${Array.isArray(data) ? data.length : 0}`;
    case "minProperties":
    case "maxProperties":
      if (parent.minProperties === 1 && parent.maxProperties === 1 && names.length > 1)
        return `must have exactly one of ${list(names)}`;
      return `must be ${describeType(parent)}${allowed(parent)}`;
    case "uniqueItems":
      return `must not have the same item twice: items ${params.j} and ${params.i} are equal`;
    case "pattern":
      if ("x-format" in parent) return `must be ${describeType(parent)}, ${got}`;
      return `must be ${FORMS_OF_PATTERNS.get(String(schema)) ?? "in the form that the document describes"}${example(parent)}, ${got}`;
    case "format":
      return `must be ${describeFormat(String(schema))}, ${got}${lostPlus(data)}${schema === "date-time" ? hintForInstant(data) : ""}`;
    case "propertyNames":
      return `the name ${code(params.propertyName)} is not allowed here`;
    case "oneOf":
    case "anyOf":
      return describeChoice(error, got, all);
    case "not":
    case "false schema":
      return `is not allowed here, ${got}`;
    default:
      return error.message ?? `does not satisfy ${keyword}`;
  }
}

/** Amounts are cents, and people write reais: 499.99. */
export function inCents({ type, description = "" }: Schema, data: unknown): string {
  if (![type].flat().includes("integer") || !/\bcents\b/i.test(description)) return "";
  const reais = /^-?\d+[.,]\d{1,2}$/.test(String(data)) ? Number(String(data).replace(",", ".")) : null;
  return reais === null ? "" : `; write a whole number of cents, for example ${Math.round(reais * 100)}`;
}

/** A query reads `+` as a space, so an offset that was written plainly has lost its sign. */
function lostPlus(data: unknown): string {
  return typeof data === "string" && /T[\d:.]+ \d\d:\d\d$/i.test(data) ? "; in an address, write + as %2B" : "";
}

/** Around `false`, which allows nothing, there is no object. */
function schemaAround({ parentSchema }: ErrorObject): Schema {
  return Object(parentSchema);
}

function describeMissing(error: ErrorObject): string {
  const property = schemaAround(error).properties?.[error.params.missingProperty];
  return property === undefined ? "is missing" : `is missing; it must be ${describeType(property)}`;
}

/**
 * A failed choice reports each branch's failure. Kept are those of the one branch that has the value's kind; where none
 * or several have it the choice itself is explained, and its branches are left out.
 */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const choice of errors) {
    if (choice.keyword === "if" && errors.length > 1) dropped.add(choice);
    if (choice.keyword === "propertyNames") for (const inner of errors) if (isInside(inner, choice)) dropped.add(inner);
    if (choice.keyword !== "oneOf" && choice.keyword !== "anyOf") continue;
    const branches = Map.groupBy(
      errors.filter((error) => isInside(error, choice)),
      (error) => error.schemaPath.slice(choice.schemaPath.length + 1).split("/", 1)[0],
    );
    const tag = tagOf(choice);
    const isOther = (error: ErrorObject) => isWrongKind(error, choice) || isWrongTag(error, choice, tag);
    const fitting = [...branches.values()].filter((failures) => !failures.some(isOther));
    const [only] = fitting;
    const keepBranch = fitting.length === 1 && branches.size > 1 && only !== undefined;
    if (keepBranch) dropped.add(choice);
    for (const failures of branches.values()) {
      if (!keepBranch || failures !== only) for (const failure of failures) dropped.add(failure);
    }
  }
  return errors.filter((error) => !dropped.has(error));
}

function isInside(error: ErrorObject, container: ErrorObject): boolean {
  return (
    error.schemaPath.startsWith(`${container.schemaPath}/`) && error.instancePath.startsWith(container.instancePath)
  );
}

function isWrongKind(error: ErrorObject, choice: ErrorObject): boolean {
  return error.keyword === "type" && error.instancePath === choice.instancePath;
}

type Tag = { readonly name: string; readonly values: readonly unknown[] } | null;

/** The property that tells the branches apart, as it is another constant in each; null where there is none. */
function tagOf({ schema }: ErrorObject): Tag {
  const branches: readonly Schema[] = Array.isArray(schema) ? schema : [];
  const [first, ...others] = branches;
  const isTag = (name: string) => branches.every(({ properties }) => properties?.[name]?.const !== undefined);
  const name = Object.keys(first?.properties ?? {}).find(isTag);
  if (name === undefined || others.length === 0) return null;
  return { name, values: branches.map(({ properties }) => properties?.[name]?.const) };
}

function isWrongTag({ keyword, instancePath, params }: ErrorObject, choice: ErrorObject, tag: Tag): boolean {
  if (tag === null) return false;
  if (keyword === "const") return instancePath === `${choice.instancePath}/${tag.name}`;
  return keyword === "required" && instancePath === choice.instancePath && params.missingProperty === tag.name;
}

/** A choice between objects that a property tells apart; null for any other. */
function describeTagged(choice: ErrorObject, at: string): Problem | null {
  const tag = choice.keyword === "oneOf" || choice.keyword === "anyOf" ? tagOf(choice) : null;
  const { data } = choice;
  if (tag === null || typeof data !== "object" || data === null || Array.isArray(data)) return null;
  const place = `${at}/${tag.name}`;
  if (!Object.hasOwn(data, tag.name))
    return { at: place, message: `is missing; it must be one of ${list(tag.values)}` };
  const value: unknown = Reflect.get(data, tag.name);
  if (tag.values.includes(value)) return { at, message: `does not have the form that goes with its ${code(tag.name)}` };
  return { at: place, message: `must be one of ${list(tag.values)}, got ${describeValue(value, place)}` };
}

function describeChoice(choice: ErrorObject, got: string, all: readonly ErrorObject[]): string {
  const branches: readonly Schema[] = Array.isArray(choice.schema) ? choice.schema : [];
  const required = branches.map(({ type, required = [] }) =>
    (type === undefined ? required : []).map((name) => `\`${name}\``).join(" and "),
  );
  const byRequired = required.every((names) => names !== "");
  const forms = byRequired ? required : [...new Set(branches.map((branch) => describeType(branch)))];
  if (choice.params.passingSchemas) return `must have only one of these forms: ${forms.join(", ")}`;
  const inner = all.some((error) => isInside(error, choice) && !isWrongKind(error, choice));
  if (byRequired && inner) return `must have one of these: ${forms.join(", ")}`;
  return `must be ${forms.join(" or ")}, ${got}`;
}

function allowed(parent: Schema): string {
  const names = Object.keys(parent.properties ?? {});
  // A map takes any name.
  if (names.length === 0 && parent.additionalProperties !== false) return "";
  return `; allowed: ${names.length === 0 ? "none" : names.map((name) => code(name)).join(", ")}`;
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => code(value)).join(", ") : code(values);
}

function code(value: unknown): string {
  return `\`${quote(typeof value === "string" ? value : JSON.stringify(value))}\``;
}

function example({ examples: [first] = [] }: Schema): string {
  return first === undefined ? "" : `, for example ${code(first)}`;
}
