import { pathWith } from "../client/path-segment.ts";
import { documentedOperation, type OperationInput } from "./documented.ts";

/** A request for an operation as a client sends it. */
export interface OperationRequest {
  readonly method: string;
  readonly path: string;
  /** The path with the query. */
  readonly target: string;
  /** The values of the parameters in the path. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Undefined for an operation that takes none. */
  readonly body: object | undefined;
}

/** Returns the request for an operation with what was given by the names of its inputs, and with more in its body. */
export function requestFor(
  operationId: string,
  given: Readonly<Record<string, unknown>>,
  more?: object,
): OperationRequest {
  const operation = documentedOperation(operationId);
  const valuesIn = (where: OperationInput["place"]) => {
    const found = operation.inputs.filter(({ name, place }) => place === where && given[name] !== undefined);
    return Object.fromEntries(found.map(({ name }) => [name, given[name]]));
  };
  const parameters = valuesIn("path");
  const path = pathWith(operation.path, (name) => String(parameters[name]));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(valuesIn("query"))) query.set(name, String(value));
  const body = operation.body === null ? undefined : { ...valuesIn("body"), ...more };
  const target = query.size > 0 ? `${path}?${query}` : path;
  return { method: operation.method, path, target, parameters, body };
}
