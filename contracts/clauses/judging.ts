import type { Seen } from "../model/seen.ts";
import type { Sighting } from "../model/sightings.ts";
import type { Situation } from "../model/withdrawals.ts";
import type { Arrival, Call, TraceEntry } from "../trace/trace.ts";
import { matchesPath } from "./path-pattern.ts";

/** The target contradicts a clause. `seen`: the part of the trace that shows it. */
export class Broken extends Error {
  override readonly name = "Broken";
  readonly seen: readonly TraceEntry[];

  constructor(reason: string, seen: readonly (Evidence | undefined)[] = []) {
    super(reason);
    this.seen = seen.flatMap((one) => (one === undefined ? [] : entriesOf(one)));
  }
}

interface Reading {
  readonly call: Call;
}

/** An entry of the trace, or what was read from some. */
export type Evidence =
  | TraceEntry
  | Reading
  | { readonly reading: Reading }
  | { readonly before: Reading; readonly after: Reading }
  | { readonly creation: Call }
  | { readonly first: Arrival }
  | { readonly delivery: { readonly attempts: readonly Arrival[] } };

function entriesOf(one: Evidence): readonly TraceEntry[] {
  if ("delivery" in one) return one.delivery.attempts;
  if ("before" in one) return [one.before.call, one.after.call];
  if ("call" in one) return [one.call];
  if ("reading" in one) return [one.reading.call];
  if ("creation" in one) return [one.creation];
  return ["first" in one ? one.first : one];
}

/** What a clause is about did not happen in this run. */
export class NotJudged extends Error {
  override readonly name = "NotJudged";
}

/** The reason where a clause only knows that it has seen nothing. */
export const NOT_SHOWN = "nothing in this run has shown it";

/** Judges each of these; throws `NotJudged` when there is none. Without `judge` it is enough that there are some. */
export function each<T>(items: readonly T[], judge?: (item: T) => void): undefined {
  if (items.length === 0) throw new NotJudged(NOT_SHOWN);
  for (const item of items) judge?.(item);
  return undefined;
}

export function mustBeAccepted(what: string): (item: Situation) => void {
  return ({ call, accepted }) => {
    if (!accepted) throw new Broken(`${what} must be accepted, and got ${statusOf(call)}`, [call]);
  };
}

/** The first two of these that have the same key, which should be of one of them only. */
export function twinsIn<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] | undefined {
  return [...Map.groupBy(items, keyOf).values()].find(({ length }) => length > 1)?.slice(0, 2);
}

/** Any status from 400 to 499 is a rejection: the document shows only the 409. */
export function mustBeRejected(what: string): (item: Situation) => void {
  return ({ call, rejected }) => {
    if (!rejected) throw new Broken(`${what} must be rejected, and got ${statusOf(call)}`, [call]);
  };
}

function statusOf({ response, failure = "no response" }: Call): string {
  return response === undefined ? failure : String(response.status);
}

interface Covering {
  readonly kind: string;
  readonly covers: readonly string[];
}

/**
 * Judges what was seen of these nodes of the description. A documented one that differs is broken; differences of assumed
 * ones are returned, each once. `optional`: another rule judges, too, so that it does not matter if nothing was seen.
 */
export function judgeShape({ kind, covers }: Covering, { sightings }: Seen, optional = false): readonly string[] {
  // Patterns may fit both: what is shown by the document is never the finding of an assumption.
  const own = [...byPath(sightings).values()].flatMap((all) => {
    const isOwn = covers.some((pattern) => matchesPath(pattern, all[0]?.path ?? []));
    return isOwn ? all.filter(({ documented }) => documented === (kind === "documented")) : [];
  });
  if (own.length === 0 && !optional) throw new NotJudged(NOT_SHOWN);
  const wrong = own.find(({ documented, differs }) => documented && differs !== undefined);
  if (wrong !== undefined) throw new Broken(`${wrong.outcome}: ${wrong.differs}`, [wrong.entry]);
  const differences = own.flatMap(({ outcome, differs }) => (differs === undefined ? [] : [`${outcome}: ${differs}`]));
  return [...new Set(differences)];
}

/** There are few paths, and thousands of sightings of them. */
const grouped = new WeakMap<readonly Sighting[], ReadonlyMap<string, readonly Sighting[]>>();

function byPath(sightings: readonly Sighting[]): ReadonlyMap<string, readonly Sighting[]> {
  const paths = grouped.get(sightings) ?? Map.groupBy(sightings, ({ path }) => path.join("\n"));
  grouped.set(sightings, paths);
  return paths;
}
