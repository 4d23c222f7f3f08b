import { pathWith } from "../client/path-segment.ts";
import type { SaldoClient } from "../client/saldo-client.ts";
import { UnexpectedAnswer } from "../client/unexpected-answer.ts";
import { documentedOperation, type OperationInput } from "./documented.ts";

/** Asks for an operation with what was given by the names of its inputs. Throws `UnexpectedAnswer` when it fails. */
export async function askOperation(
  client: SaldoClient,
  operationId: string,
  given: Readonly<Record<string, unknown>>,
  more?: object,
) {
  const { method, path, target, parameters, body } = requestFor(operationId, given, more);
  const answer = await client.ask(method, target, body);
  if (answer.status >= 300) throw new UnexpectedAnswer({ method, path }, answer.status, answer.body);
  return { answer, parameters, isOfControlPlane: path.startsWith("/sandbox/") };
}

/**
 * Returns the request for an operation with what was given by the names of its inputs, and with more in its body.
 * `parameters` are those of the path, `target` is the path with its query; `body` is undefined for an operation without one.
 */
export function requestFor(operationId: string, given: Readonly<Record<string, unknown>>, more?: object) {
  const operation = documentedOperation(operationId);
  const valuesIn = (where: OperationInput["place"]) => {
    const found = operation.inputs.filter(({ name, place }) => place === where && given[name] !== undefined);
    return Object.fromEntries(found.map(({ name }) => [name, given[name]]));
  };
  const parameters = valuesIn("path");
  const path = pathWith(operation.path, (name) => parameters[name]);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(valuesIn("query"))) query.set(name, String(value));
  const body = operation.body === null ? undefined : { ...valuesIn("body"), ...more };
  const target = query.size > 0 ? `${path}?${query}` : path;
  return { method: operation.method, path, target, parameters, body };
}
