import type { SaldoClient } from "../client/saldo-client.ts";
import { UnexpectedAnswer } from "../client/unexpected-answer.ts";
import { requestFor } from "./request-for.ts";

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
