import type { JsonObject } from "../../description/json.ts";
import { commonResponses, referenceTo } from "./described-answer.ts";
import type { PlannedOperation } from "./planned-operation.ts";
import type { NewResponse } from "./regrouped-responses.ts";

/** A component that the overlay adds or makes into another, and the responses that refer to it. */
export interface PlannedComponent {
  readonly name: string;
  readonly content: JsonObject;
  readonly users: readonly { readonly operationId: string; readonly response: NewResponse }[];
}

/**
 * The components of all that changes, equal ones once. A component is changed itself where all that refer to it change in
 * the same way; else it stays and a new one stands beside it.
 */
export function planComponents(
  document: JsonObject,
  existing: JsonObject,
  plans: readonly PlannedOperation[],
): readonly PlannedComponent[] {
  const users = plans.flatMap(({ operation, changed }) =>
    changed.map((response) => ({ operation, operationId: operation.operationId, response })),
  );
  const taken = new Set(Object.keys(existing));
  // What is equal and has come from the same component is one; an equal body elsewhere may change on its own.
  const alike = Map.groupBy(users, ({ response }) => JSON.stringify([componentOf(response), response.content]));
  const referring = JSON.stringify(document);
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { response, operationId } = first;
    const origin = response.whole ? componentOf(response) : null;
    const own = same.filter(({ operation, response }) =>
      response.origins.every((each) => operation.answers.includes(each)),
    );
    const uses = origin === null ? 0 : referring.split(JSON.stringify(referenceTo(origin).$ref)).length - 1;
    const name = origin !== null && uses === own.length ? origin : freeName(proposedName(response, operationId), taken);
    taken.add(name);
    return [{ name, content: response.content, users: same }];
  });
}

function componentOf({ origins }: NewResponse): string | null {
  const [only, ...others] = origins;
  return only === undefined || others.length > 0 ? null : only.component;
}

function proposedName(response: NewResponse, operationId: string): string {
  const component = componentOf(response);
  const operation = operationId === commonResponses ? "AnyRequest" : operationId;
  return `${component ?? operation.charAt(0).toUpperCase() + operation.slice(1)}${response.status}`;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
