import type { ErrorObject } from "ajv";
import { describeFormat, describeType, type SchemaText } from "./describe-schema.ts";
import { describeValue, isHidden, MAX_PROBLEMS, type Problem, quote } from "./problem.ts";

/**
 * Turns Ajv's errors (made with `verbose`) into problems that say what was wrong and what is allowed. Values of codes,
 * secrets and keys are never repeated, others only their first characters.
 * @param place of the validated value: `body`, or `query` when the value holds the parameters by name.
 */
export function explainErrors(errors: readonly ErrorObject[], place: string): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of withoutBranches(errors)) {
    if (problems.size === MAX_PROBLEMS) break;
    const problem = explain(error, place + error.instancePath, errors);
    problems.set(`${problem.at} ${problem.message}`, problem);
  }
  return [...problems.values()];
}

function explain(error: ErrorObject, at: string, all: readonly ErrorObject[]): Problem {
  const { keyword, params, data, schema } = error;
  // Around `false`, which allows nothing, there is no object.
  const around: object = Object(error.parentSchema);
  const parent: SchemaText = around;
  // A code that an overlay calls by another name is still a code.
  const meaning = "x-value" in around ? `${at}/${String(around["x-value"]).replaceAll(".", "/")}` : at;
  const got = describeValue(data, meaning);
  switch (keyword) {
    case "required":
    case "dependentRequired":
      return {
        at: `${at}/${params.missingProperty}`,
        message: describeMissing(parent, String(params.missingProperty)),
      };
    case "additionalProperties":
    case "unevaluatedProperties":
      return { at, message: describeUnknown(String(params.additionalProperty ?? params.unevaluatedProperty), parent) };
    case "type":
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf":
      return { at, message: `must be ${describeType(parent)}, got ${got}` };
    case "enum":
      return { at, message: `must be one of ${list(schema)}, got ${got}` };
    case "const":
      return { at, message: `must be ${code(schema)}, got ${got}` };
    case "minLength":
    case "maxLength":
      return {
        at,
        message: `must be ${describeType(parent)}, has ${isHidden(meaning) ? "another length" : lengthOf(data)}`,
      };
    case "minItems":
    case "maxItems":
      return { at, message: `must be ${describeType(parent)}, has ${Array.isArray(data) ? data.length : 0}` };
    case "minProperties":
    case "maxProperties":
      return { at, message: `must be ${describeType(parent)}${allowed(parent)}` };
    case "uniqueItems":
      return { at, message: `must not have the same item twice: items ${params.j} and ${params.i} are equal` };
    case "pattern":
      return { at, message: `must match the pattern ${code(schema, false)}${example(parent)}, got ${got}` };
    case "format":
      return { at, message: `must be ${describeFormat(String(schema))}, got ${got}` };
    case "propertyNames":
      return { at, message: `the name ${code(params.propertyName)} is not allowed here` };
    case "oneOf":
    case "anyOf":
      return { at, message: describeChoice(error, got, all) };
    case "not":
    case "false schema":
      return { at, message: `is not allowed here, got ${got}` };
    default:
      return { at, message: error.message ?? `does not satisfy ${keyword}` };
  }
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
    const fitting = [...branches.values()].filter((failures) => !failures.some((error) => isWrongKind(error, choice)));
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

function describeChoice(choice: ErrorObject, got: string, all: readonly ErrorObject[]): string {
  const branches: readonly SchemaText[] = Array.isArray(choice.schema) ? choice.schema : [];
  const required = branches.map((branch) => (branch.required ?? []).map((name) => `\`${name}\``).join(" and "));
  const byRequired = required.every((names) => names !== "");
  const forms = byRequired ? required : branches.map((branch) => describeType(branch));
  if (choice.params.passingSchemas) return `must have only one of these forms: ${forms.join(", ")}`;
  const inner = all.some((error) => isInside(error, choice) && !isWrongKind(error, choice));
  if (byRequired && inner) return `must have one of these: ${forms.join(", ")}`;
  return `must be ${forms.join(" or ")}, got ${got}`;
}

function describeMissing(parent: SchemaText, name: string): string {
  const property = parent.properties?.[name];
  return property === undefined ? "is missing" : `is missing; it must be ${describeType(property)}`;
}

function describeUnknown(name: string, parent: SchemaText): string {
  return `unknown property ${code(name)}${allowed(parent)}`;
}

function allowed(parent: SchemaText): string {
  const names = Object.keys(parent.properties ?? {});
  // A map takes any name.
  if (names.length === 0 && parent.additionalProperties !== false) return "";
  return `; allowed: ${names.length === 0 ? "none" : names.map((name) => code(name)).join(", ")}`;
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => code(value)).join(", ") : code(values);
}

function code(value: unknown, cut = true): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `\`${cut ? quote(text) : text}\``;
}

function example(schema: SchemaText): string {
  const [first] = schema.examples ?? [];
  return first === undefined ? "" : `, for example ${code(first)}`;
}

function lengthOf(data: unknown): string {
  return `${typeof data === "string" ? Array.from(data).length : 0}`;
}
