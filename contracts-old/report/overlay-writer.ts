import { isObject, type Json, type JsonObject } from "../description/json.ts";
import { commonResponses, describedOperations, referenceTo } from "./overlay/described-answer.ts";
import { actionsBetween, type OverlayAction } from "./overlay/overlay-action.ts";
import { overlayText } from "./overlay/overlay-text.ts";
import { objectAt } from "./overlay/plain-schema.ts";
import { type PlannedComponent, planComponents } from "./overlay/planned-components.ts";
import { type PlannedOperation, planOperation } from "./overlay/planned-operation.ts";
import { factOf, sentenceOf, sentenceOfLeft, settleChanges } from "./overlay/settled-change.ts";
import type { OverlayChange } from "./verdict.ts";

/** What a written overlay says of itself. */
export interface AboutOverlay {
  readonly title: string;
  /** Of the overlay; 1.0.0 by default. */
  readonly version?: string;
  /** The file of the overlay that the run already used. Its actions come first, so that one file is enough. */
  readonly base?: string;
}

export interface WrittenOverlay {
  /** YAML, with comments that say what was seen. */
  readonly text: string;
  /** What was seen and no overlay can say, as sentences. */
  readonly left: readonly string[];
}

/**
 * Writes what a run has seen as an OpenAPI Overlay 1.0: with it the sandbox answers as the target of the run did.
 * @param document the description that the run used, references and all; with the base's actions, if there is a base.
 */
export function writeOverlay(document: object, changes: readonly OverlayChange[], about: AboutOverlay): WrittenOverlay {
  if (!isObject(document)) throw new Error("the description is no object");
  const operations = describedOperations(document);
  const common = operations.find(({ operationId }) => operationId === commonResponses)?.answers ?? [];
  const unsaid = new Set<string>();
  const said = new Set(changes);
  const leave = (change: OverlayChange, why: string) => {
    unsaid.add(sentenceOfLeft(change, why));
    for (const each of changes) if (sentenceOf(each) === sentenceOf(change)) said.delete(each);
  };
  const settled = settleChanges(operations, changes, leave);
  const plans = operations.map((operation) =>
    planOperation(document, operation, common, settled.get(operation.operationId) ?? new Map(), leave),
  );
  const existing = objectAt(objectAt(document, "components"), "responses") ?? {};
  const components = planComponents(document, existing, plans);
  const actions = [
    ...components.flatMap((component) => componentActions(existing, component, [...said])),
    ...plans.flatMap((plan) => operationActions(plan, components, [...said])),
  ];
  const { title, version = "1.0.0", base } = about;
  const head = ["What a contract run saw at its target, where the interface's document only assumes."];
  const leftOut = [...unsaid].map((sentence) => `Not said here: ${sentence}`);
  return { text: overlayText({ title, version }, [...head, ...leftOut], actions, base), left: [...unsaid] };
}

function componentActions(
  existing: JsonObject,
  { name, content, users }: PlannedComponent,
  changes: readonly OverlayChange[],
): readonly OverlayAction[] {
  const outcomes = users.flatMap(({ response }) => response.origins.flatMap((origin) => origin.outcomes));
  const operationIds = users.map(({ operationId }) => operationId);
  const comment = commentOn(
    changes.filter((each) => operationIds.includes(each.operationId) && outcomes.includes(each.outcome)),
  );
  const path = ["components", "responses"];
  const before = objectAt(existing, name);
  return before === undefined
    ? actionsBetween(path, {}, Object.fromEntries([[name, content]]), comment)
    : actionsBetween([...path, name], before, content, comment);
}

function operationActions(
  { operation, changed, vacated }: PlannedOperation,
  components: readonly PlannedComponent[],
  changes: readonly OverlayChange[],
): readonly OverlayAction[] {
  const stays = Object.entries(operation.responses).filter(([status]) => !vacated.includes(status));
  const references = changed.map((response): [string, Json] => {
    const component = components.find(({ users }) => users.some((user) => user.response === response));
    return [response.status, referenceTo(component?.name ?? "")];
  });
  const after = Object.fromEntries([...stays, ...references]);
  const moved = changed.filter(
    ({ status }) => JSON.stringify(operation.responses[status]) !== JSON.stringify(after[status]),
  );
  const outcomes = moved.flatMap(({ origins }) => origins.flatMap((origin) => origin.outcomes));
  const own = changes.filter((each) => each.operationId === operation.operationId && outcomes.includes(each.outcome));
  const comment = own.length === 0 ? ["As at every operation that describes it."] : commentOn(own);
  return actionsBetween(operation.path, operation.responses, after, comment);
}

/** What was seen, and where; the same at several operations once. */
function commentOn(changes: readonly OverlayChange[]): readonly string[] {
  const seen = Map.groupBy(changes, (change) => `${change.outcome}: ${factOf(change)}`);
  return [...seen].map(
    ([fact, same]) => `${[...new Set(same.map(({ operationId }) => operationId))].join(", ")}, ${fact}`,
  );
}
