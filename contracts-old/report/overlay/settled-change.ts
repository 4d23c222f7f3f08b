import type { Place } from "../../description/json.ts";
import type { OverlayChange } from "../verdict.ts";
import { commonResponses, type DescribedOperation } from "./described-answer.ts";

/** All that is to change of one outcome's answer. */
export interface SettledChange {
  readonly status?: number;
  readonly container?: Place;
  /** From the described name to the one seen. */
  readonly fields: ReadonlyMap<string, string>;
}

/** By operation, then by outcome. */
export type SettledChanges = ReadonlyMap<string, ReadonlyMap<string, SettledChange>>;

/**
 * What was seen, once for each answer. Of changes that contradict each other the first one counts.
 * @param leave told what cannot be said.
 */
export function settleChanges(
  operations: readonly DescribedOperation[],
  changes: readonly OverlayChange[],
  leave: (change: OverlayChange, why: string) => void,
): SettledChanges {
  const settled = new Map<string, Map<string, SettledChange>>();
  for (const change of changes) {
    const { operationId, outcome } = change;
    const ofOperation = settled.get(operationId) ?? new Map<string, SettledChange>();
    const before = ofOperation.get(outcome) ?? { fields: new Map() };
    const why = objection(operations, change) ?? contradiction(before, change);
    if (why !== undefined) leave(change, why);
    else settled.set(operationId, ofOperation.set(outcome, withChange(before, change)));
  }
  followOperations(operations, settled);
  return settled;
}

/** What was seen, for people. */
export function sentenceOf(change: OverlayChange): string {
  const who = change.operationId === commonResponses ? "requests that reach no operation" : change.operationId;
  return `${who}, ${change.outcome}: ${factOf(change)}`;
}

/** What was seen and cannot be said. */
export function sentenceOfLeft(change: OverlayChange, why: string): string {
  return `${sentenceOf(change)} The overlay does not say it: ${why}.`;
}

/** What was seen, without whose answer it is. */
export function factOf(change: OverlayChange): string {
  switch (change.what) {
    case "status":
      return `the status is ${change.status}.`;
    case "envelope":
      return `the payload is ${change.container.length === 0 ? "the whole body" : `in ${change.container.join(".")}`}.`;
    case "field":
      return `"${change.from}" is called "${change.to}".`;
  }
}

function withChange(before: SettledChange, change: OverlayChange): SettledChange {
  switch (change.what) {
    case "status":
      return { ...before, status: change.status };
    case "envelope":
      return { ...before, container: change.container };
    case "field":
      return { ...before, fields: new Map([...before.fields, [change.from, change.to]]) };
  }
}

function objection(operations: readonly DescribedOperation[], change: OverlayChange): string | undefined {
  const { operationId, outcome } = change;
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation === undefined) return "the description has no such operation";
  if (!describes(operation, outcome) && !operations.some((each) => isCommon(each) && describes(each, outcome))) {
    return "the description has no such outcome of this operation";
  }
  const names = change.what === "envelope" ? change.container : change.what === "field" ? [change.to] : [];
  const odd = names.find((name) => !isUsableName(name));
  if (odd !== undefined) return `${JSON.stringify(odd)} cannot be the name of a property`;
  const { status = 200 } = change.what === "status" ? change : {};
  const isFinal = Number.isInteger(status) && status >= 200 && status <= 599;
  return isFinal ? undefined : `${status} is no status that an answer can end with`;
}

/** Free text is kept away from the names of objects; some readers of JSON mistake escaped ones, or `__proto__`. */
function isUsableName(name: string): boolean {
  return /^[^\p{Cc}\p{Cs}"\\]+$/u.test(name) && name !== "__proto__";
}

function contradiction(before: SettledChange, change: OverlayChange): string | undefined {
  const other = otherValue(before, change);
  return other === undefined ? undefined : `in the same run it was also ${other}`;
}

function otherValue({ status, container, fields }: SettledChange, change: OverlayChange): string | undefined {
  switch (change.what) {
    case "status":
      return status === undefined || status === change.status ? undefined : String(status);
    case "envelope":
      if (container === undefined || JSON.stringify(container) === JSON.stringify(change.container)) return undefined;
      return container.length === 0 ? "the whole body" : `in ${container.join(".")}`;
    case "field": {
      const to = fields.get(change.from);
      return to === undefined || to === change.to ? undefined : `called "${to}"`;
    }
  }
}

/** What every operation does that describes an outcome, any other request is answered with, too. */
function followOperations(
  operations: readonly DescribedOperation[],
  settled: Map<string, Map<string, SettledChange>>,
): void {
  const common = operations.find(isCommon);
  for (const outcome of common?.answers.flatMap(({ outcomes }) => outcomes) ?? []) {
    const describing = operations.filter((each) => each !== common && describes(each, outcome));
    const seen = describing.map(({ operationId }) => settled.get(operationId)?.get(outcome));
    const [first] = seen;
    if (first === undefined || settled.get(commonResponses)?.has(outcome)) continue;
    if (new Set(seen.map((change) => change && keyOf(change))).size > 1) continue;
    settled.set(commonResponses, (settled.get(commonResponses) ?? new Map()).set(outcome, first));
  }
}

function keyOf({ status, container, fields }: SettledChange): string {
  return JSON.stringify([status, container, [...fields].sort()]);
}

function describes({ answers }: DescribedOperation, outcome: string): boolean {
  return answers.some(({ outcomes }) => outcomes.includes(outcome));
}

function isCommon({ operationId }: DescribedOperation): boolean {
  return operationId === commonResponses;
}
