import type { Redaction } from "../../report/redaction.ts";
import { readCriterion } from "./criterion.ts";
import { type Criterion, SUCCESS } from "./document.ts";
import { type Expression, lookUp, type Scope, ValueMissing } from "./expression.ts";
import type { Unmet } from "./result.ts";

/** More of a value is no help. */
const MAX_VALUE_CHARACTERS = 300;
const MAX_NAMES = 20;

/** Returns what of an answer was not as it should be, in plain words. */
export function unmetOf(criteria: readonly Criterion[], scope: Scope, redaction: Redaction): readonly Unmet[] {
  return criteria.flatMap((criterion) => {
    const { condition, context, type } = criterion;
    const { expressions, holds } = readCriterion(criterion);
    if (holds(scope)) return [];
    const texts = expressions.map(
      (one) =>
        [
          one.text,
          one.text === "$statusCode"
            ? foundStatus(scope, redaction)
            : `${one.text} is ${shownAt(one, scope, redaction)}`,
        ] as const,
    );
    const found = [...new Map(texts).values()].join("; ");
    if (criterion === SUCCESS) return { expected: "a success (2xx)", found };
    const relation = type === "regex" ? "matches" : "has something at";
    return {
      expected: redaction.text(context === undefined ? condition : `${context} ${relation} ${condition}`),
      found,
    };
  });
}

/** Returns why a step could not be played to its end. */
export function unmetOfError(error: unknown, scope: Scope, redaction: Redaction): Unmet {
  if (error instanceof ValueMissing) {
    const { expression } = error;
    return { expected: `a value for ${expression.text}`, found: `nothing is there${around(expression, scope)}` };
  }
  return { expected: "an answer", found: redaction.text(error instanceof Error ? error.message : String(error)) };
}

/** A refusal says more in its own words. */
function foundStatus({ statusCode: status, response }: Scope, redaction: Redaction): string {
  const texts = ["message", "detail", "title"].map((name) => lookUp(bodyField(name), { response }));
  const said = Number(status) < 400 ? undefined : texts.find((text) => text !== undefined);
  return typeof said === "string" ? `the status ${status}: ${redaction.text(said)}` : `the status ${status}`;
}

function bodyField(name: string): Expression {
  return { text: "", names: ["response", "body"], pointer: [name] };
}

function shownAt(expression: Expression, scope: Scope, redaction: Redaction): string {
  const value = lookUp(expression, scope);
  if (value === undefined) return `not there${around(expression, scope)}`;
  // Before it is cut, for half of a secret would not be found any more.
  const shown = redaction.text(JSON.stringify(value));
  return shown.length <= MAX_VALUE_CHARACTERS ? shown : `${shown.slice(0, MAX_VALUE_CHARACTERS)}…`;
}

/** Of what is not there: the names that are, in the nearest place that has any. */
function around({ names, pointer }: Expression, scope: Scope): string {
  for (let length = pointer.length - 1; length >= 0; length--) {
    const keys = pointer.slice(0, length);
    const value = lookUp({ text: "", names, pointer: keys }, scope);
    const place = `$${names.join(".")}${length === 0 ? "" : `#/${keys.join("/")}`}`;
    if (Array.isArray(value)) return `; ${place} has ${value.length} ${value.length === 1 ? "entry" : "entries"}`;
    if (typeof value === "object" && value !== null) return `; ${place} has ${listed(Object.keys(value))}`;
  }
  return "";
}

function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "";
  return names.length === 0 ? "nothing" : names.slice(0, MAX_NAMES).join(", ") + more;
}
