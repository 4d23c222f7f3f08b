import { stripVTControlCharacters } from "node:util";
import type { Step as PlayedStep, RunFileResult } from "@redocly/respect-core";
import type { Redaction } from "../../report/redaction.ts";
import { expressionsIn, success } from "./conditions.ts";
import { type Criterion, kindOf } from "./document.ts";
import type { Exchange } from "./door.ts";
import type { Unmet } from "./result.ts";

interface Seen {
  readonly step: PlayedStep;
  readonly exchange: Exchange | undefined;
  readonly context: RunFileResult["ctx"];
  readonly workflowId: string;
  readonly redaction: Redaction;
}

/** More of a value is no help. */
const charactersOfValue = 300;
const mostNames = 20;

/** What of a step was not as it should be, in plain words. */
export function unmetOf(seen: Seen): readonly Unmet[] {
  const failed = seen.step.checks.filter(({ passed }) => !passed);
  return failed.map((check) => {
    const criteria: readonly Criterion[] = seen.step.successCriteria ?? [];
    const criterion = criteria.find(({ condition }) => condition === check.condition);
    const { expected, found } = criterion === undefined ? ofFault(check, seen) : ofCriterion(criterion, seen);
    return { expected: seen.redaction.text(expected), found };
  });
}

/** The request could not be made at all, or was not answered. */
function ofFault({ name, message = "" }: PlayedStep["checks"][number], seen: Seen): Unmet {
  const { step, redaction } = seen;
  const text = stripVTControlCharacters(message).trim();
  const [first = name] = text.split("\n");
  if (/^Error in resolving runtime expression/.test(text)) {
    const written = /'([\s\S]*)'/.exec(first)?.[1] ?? "";
    return { expected: `a value for ${written || step.stepId}`, found: `nothing is there${around(written, seen)}` };
  }
  if (name === "maximum steps reached")
    return { expected: `an end within ${/\d+/.exec(text)} steps`, found: "it goes on" };
  return { expected: "an answer", found: redaction.text(first) };
}

function ofCriterion(criterion: Criterion, seen: Seen): Unmet {
  const { condition, context = "" } = criterion;
  switch (kindOf(criterion)) {
    case "regex":
      return { expected: `${context} matches ${condition}`, found: found([context], seen) };
    case "jsonpath":
      return { expected: `${context} has something at ${condition}`, found: found([context], seen) };
    default:
      if (condition === success.condition) return { expected: "a success (2xx)", found: foundStatus(seen) };
      return { expected: condition, found: foundSimple(condition, seen) };
  }
}

function foundSimple(condition: string, seen: Seen): string {
  const expressions = expressionsIn(condition);
  // A refusal says more in its own words.
  const others = expressions.filter((expression) => expression !== "$statusCode");
  const parts = [others.length < expressions.length ? foundStatus(seen) : "", found(others, seen)];
  return parts.filter((part) => part !== "").join("; ");
}

function foundStatus({ exchange, redaction }: Seen): string {
  const { status = 0, body } = exchange ?? {};
  const said = status < 400 ? undefined : (at(body, ["message"]) ?? at(body, ["detail"]) ?? at(body, ["title"]));
  return typeof said === "string" ? `the status ${status}: ${redaction.text(said)}` : `the status ${status}`;
}

function found(expressions: readonly string[], seen: Seen): string {
  return expressions.map((expression) => `${expression} is ${shownAt(expression, seen)}`).join("; ");
}

function shownAt(expression: string, seen: Seen): string {
  const value = looked(expression, seen);
  return value === undefined ? `not there${around(expression, seen)}` : shown(value, seen);
}

/** Of what is not there: the names that are, in the nearest that holds any. */
function around(expression: string, seen: Seen): string {
  const [name = "", pointer] = expression.split("#");
  if (pointer === undefined) return "";
  const names = pointer.split("/");
  for (let length = names.length - 1; length > 0; length--) {
    const place = length === 1 ? name : `${name}#${names.slice(0, length).join("/")}`;
    const value = looked(place, seen);
    if (Array.isArray(value)) return `; ${place} has ${value.length} ${value.length === 1 ? "entry" : "entries"}`;
    if (typeof value === "object" && value !== null) return `; ${place} has ${listed(Object.keys(value))}`;
  }
  return "";
}

function listed(names: readonly string[]): string {
  const more = names.length > mostNames ? `, and ${names.length - mostNames} more` : "";
  return names.length === 0 ? "nothing" : names.slice(0, mostNames).join(", ") + more;
}

function shown(value: unknown, { redaction }: Seen): string {
  // Before it is cut, for half of a secret would not be found any more.
  const text = redaction.text(JSON.stringify(value));
  return text.length <= charactersOfValue ? text : `${text.slice(0, charactersOfValue)}…`;
}

function looked(expression: string, { step, exchange, context, workflowId }: Seen): unknown {
  const [name = "", pointer] = expression.split("#");
  const [root, ...path] = name.slice(1).split(".");
  const roots: Readonly<Record<string, unknown>> = {
    statusCode: exchange?.status,
    method: exchange?.method,
    url: exchange?.path,
    response: { body: exchange?.body, header: step.response?.header },
    request: step.request,
    inputs: context.$workflows[workflowId]?.inputs,
    steps: context.$steps,
    workflows: context.$workflows,
    outputs: context.$outputs,
  };
  const names = pointer === undefined ? [] : pointer.split("/").slice(1);
  return at(roots[root ?? ""], [...path, ...names.map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~"))]);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    return typeof inner === "object" && inner !== null && Object.hasOwn(inner, name)
      ? Reflect.get(inner, name)
      : undefined;
  }, value);
}
