import type { TraceEntry } from "../trace/trace.ts";

/** The target contradicts a clause. `seen`: the part of the trace that shows it. */
export class Broken extends Error {
  override readonly name = "Broken";
  readonly seen: readonly TraceEntry[];

  constructor(reason: string, seen: readonly TraceEntry[] = []) {
    super(reason);
    this.seen = seen;
  }
}

/** What a clause is about did not happen in this run. */
export class NotJudged extends Error {
  override readonly name = "NotJudged";
}

/** Judges each of these; throws `NotJudged` when there is none. */
export function each<T>(items: readonly T[], judge: (item: T) => void): void {
  if (items.length === 0) throw new NotJudged("nothing in this run has shown it");
  for (const item of items) judge(item);
}

interface Answered {
  readonly call: { readonly request: { readonly method: string; readonly path: string } } & TraceEntry;
  readonly accepted: boolean;
  readonly rejected: boolean;
}

export function mustBeAccepted(what: string): (item: Answered) => void {
  return ({ call, accepted }) => {
    if (!accepted) throw new Broken(`${what} must be accepted, and got ${statusOf(call)}`, [call]);
  };
}

/** Any status from 400 to 499 is a rejection: the document shows only the 409. */
export function mustBeRejected(what: string): (item: Answered) => void {
  return ({ call, rejected }) => {
    if (!rejected) throw new Broken(`${what} must be rejected, and got ${statusOf(call)}`, [call]);
  };
}

function statusOf(entry: TraceEntry): string {
  if (entry.kind !== "call") return "nothing";
  return entry.response === undefined ? (entry.failure ?? "no response") : String(entry.response.status);
}
