import type { JsonObject } from "../../description/json.ts";
import type { OverlayChange } from "../verdict.ts";
import { type ChangedAnswer, changedAnswer, unchangedAnswer } from "./changed-answer.ts";
import type { DescribedAnswer, DescribedOperation } from "./described-answer.ts";
import { bodyless, type NewResponse, regroupedResponses } from "./regrouped-responses.ts";
import type { SettledChange } from "./settled-change.ts";

/** An operation with what is to become of its responses. */
export interface PlannedOperation {
  readonly operation: DescribedOperation;
  readonly changed: readonly NewResponse[];
  /** Keys of responses that are no more. */
  readonly vacated: readonly string[];
}

/**
 * Where each outcome of an operation will be answered, and how.
 * @param common the answers that any operation may give; one that changes for this operation becomes its own.
 * @param leave told what no overlay can say.
 */
export function planOperation(
  document: JsonObject,
  operation: DescribedOperation,
  common: readonly DescribedAnswer[],
  changes: ReadonlyMap<string, SettledChange>,
  leave: (change: OverlayChange, why: string) => void,
): PlannedOperation {
  const own = operation.answers.flatMap(unchangedAnswers);
  const borrowed = common
    .flatMap(unchangedAnswers)
    .filter(({ outcome }) => changes.has(outcome) && !own.some((answer) => answer.outcome === outcome));
  const described = [...own, ...borrowed];
  const answers: ChangedAnswer[] = [];
  for (const answer of described) {
    const change = changes.get(answer.outcome);
    const whole = change && isSplittable(answer.origin, change, changes) ? change : undefined;
    if (change && !whole) leaveAll(operation.operationId, answer.outcome, change, leave);
    const possible = whole && withPossibleStatus(operation, answer, whole, [...described, ...answers], leave);
    answers.push(possible ? changedAnswer(document, operation, answer, possible, leave) : answer);
  }
  const isNew = (answer: ChangedAnswer) => !borrowed.some((before) => isSame(before, answer));
  return { operation, ...regroupedResponses(document, operation, answers.filter(isNew)) };
}

function unchangedAnswers(origin: DescribedAnswer): readonly ChangedAnswer[] {
  return origin.outcomes.map((outcome) => unchangedAnswer(origin, outcome));
}

function isSame(before: ChangedAnswer, after: ChangedAnswer): boolean {
  return before.outcome === after.outcome && before.status === after.status && before.schema === after.schema;
}

/** Which of several outcomes shows an optional property is known from their examples only. */
function isSplittable(
  { outcomes, examples }: DescribedAnswer,
  change: SettledChange,
  changes: ReadonlyMap<string, SettledChange>,
): boolean {
  const key = keyOf(change);
  const others = outcomes.map((outcome) => changes.get(outcome));
  return (
    others.every((other) => other && keyOf(other) === key) ||
    outcomes.every((outcome) => Object.hasOwn(examples, outcome))
  );
}

function keyOf({ status, container, fields }: SettledChange): string {
  return JSON.stringify([status, container, [...fields].sort()]);
}

/** One response has one media type. */
function withPossibleStatus(
  { operationId }: DescribedOperation,
  { origin, outcome }: ChangedAnswer,
  change: SettledChange,
  others: readonly ChangedAnswer[],
  leave: (change: OverlayChange, why: string) => void,
): SettledChange {
  const { status, ...rest } = change;
  if (status === undefined || bodyless.includes(String(status))) return change;
  const there = others.find((other) => other.status === String(status) && other.origin.mediaType !== origin.mediaType);
  if (there === undefined) return change;
  const why = `${there.outcome} is answered with it and has ${there.origin.mediaType ?? "no body"}`;
  leave({ what: "status", operationId, outcome, status }, why);
  return rest;
}

function leaveAll(
  operationId: string,
  outcome: string,
  { status, container, fields }: SettledChange,
  leave: (change: OverlayChange, why: string) => void,
): void {
  const why = "the description shares its answer among outcomes and has no example of each";
  if (status !== undefined) leave({ what: "status", operationId, outcome, status }, why);
  if (container !== undefined) leave({ what: "envelope", operationId, outcome, container }, why);
  for (const [from, to] of fields) leave({ what: "field", operationId, outcome, from, to }, why);
}
