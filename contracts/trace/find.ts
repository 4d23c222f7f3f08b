import { everything } from "../judge/json.ts";
import type { Arrival, Call, CodeRead, OutsideAct, Response, TraceEntry } from "./trace.ts";

/** Returns the value of the member with this name that is nearest to the root of a body; undefined if there is none. */
export function memberCalled(body: unknown, name: string): unknown {
  for (const { place, value } of everything(body)) if (place.at(-1) === name) return value;
  return undefined;
}

/** Returns the open withdrawal that a 409 names; one that names none, as section Errors says, rejects for another reason. */
export function openNamedIn({ response }: Call): unknown {
  return response?.status === 409 ? memberCalled(response.json, "withdrawId") : undefined;
}

/** What is rejected because of an open withdrawal, or of too many requests, says nothing about its value. */
export function isOfValue(call: Call): boolean {
  return call.response !== undefined && openNamedIn(call) === undefined && call.response.status !== 429;
}

export function callsIn(trace: readonly TraceEntry[]): readonly Call[] {
  return trace.filter((entry) => entry.kind === "call");
}

export function callsOf(trace: readonly TraceEntry[], operationId: string): readonly Call[] {
  return callsIn(trace).filter((call) => call.operationId === operationId);
}

/** Those with the account's own key. */
export function ownCallsOf(trace: readonly TraceEntry[], operationId: string): readonly Call[] {
  return callsOf(trace, operationId).filter(({ credential }) => credential === "own");
}

/** What was done outside: all of it, or by one capability. */
export function actsIn(trace: readonly TraceEntry[], capability?: string): readonly OutsideAct[] {
  let known = knownActs.get(trace);
  if (known?.length !== trace.length) {
    known = { length: trace.length, acts: trace.filter((entry) => entry.kind === "act") };
    knownActs.set(trace, known);
  }
  return capability === undefined ? known.acts : known.acts.filter((act) => act.capability === capability);
}

/** They are asked for again with each request of a trace. A trace only grows. */
const knownActs = new WeakMap<
  readonly TraceEntry[],
  { readonly length: number; readonly acts: readonly OutsideAct[] }
>();

/** What the path in the header `Location` ends with. */
export function locatedIn(response: Pick<Response, "headers"> | undefined): readonly string[] {
  const segment = /[^/?#]*(?=$|[?#])/.exec(response?.headers.location ?? "")?.[0] ?? "";
  return segment === "" ? [] : [segment];
}

export function arrivalsIn(trace: readonly TraceEntry[], account?: string): readonly Arrival[] {
  const all = trace.filter((entry) => entry.kind === "arrival");
  return account === undefined ? all : all.filter((one) => one.account === account);
}

export function codesIn(trace: readonly TraceEntry[]): readonly CodeRead[] {
  return trace.filter((entry) => entry.kind === "code");
}
