import { everything } from "../judge/json.ts";
import type { Call, Response, TraceEntry } from "./trace.ts";

/** Returns the value of the member with this name that is nearest to the root of a body; undefined if there is none. */
export function memberCalled(body: unknown, name: string): unknown {
  for (const { place, value } of everything(body)) if (place.at(-1) === name) return value;
  return undefined;
}

/** Returns the open withdrawal that a 409 names; one that names none, as section Errors says, rejects for another reason. */
export function openNamedIn({ response }: Call): unknown {
  return response?.status === 409 ? memberCalled(response.json, "withdrawId") : undefined;
}

export function callsOf(trace: readonly TraceEntry[], operationId: string): readonly Call[] {
  return trace.filter((entry) => entry.kind === "call").filter((call) => call.operationId === operationId);
}

/** What the path in the header `Location` ends with. */
export function locatedIn(response: Pick<Response, "headers"> | undefined): readonly string[] {
  const segment = /[^/?#]*(?=$|[?#])/.exec(response?.headers.location ?? "")?.[0] ?? "";
  return segment === "" ? [] : [segment];
}
