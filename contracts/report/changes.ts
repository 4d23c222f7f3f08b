import { isObject, type JsonObject, parseJson } from "../judge/json.ts";
import { type VerdictKind, verdictKinds } from "../run/verdict.ts";
import { type AccountFacts, changedFacts } from "./account-facts.ts";
import type { Report } from "./report.ts";

/** What a run found that the last one had not. */
export interface Changes {
  readonly since: string;
  /** Ids of clauses that are broken now and were not. */
  readonly broken: readonly string[];
  readonly mended: readonly string[];
  /** Ids of clauses that were judged the last time. */
  readonly notJudged: readonly string[];
  /** Observations that are new, and those that are no more, each with its clause. */
  readonly appeared: readonly string[];
  readonly gone: readonly string[];
  /** Sentences about fees, minima and lives that are others now. */
  readonly settings: readonly string[];
}

export interface Last {
  readonly startedAt: string;
  readonly verdicts: ReadonlyMap<string, VerdictKind>;
  readonly observations: ReadonlyMap<string, readonly string[]>;
  readonly account: AccountFacts;
}

/** Reads the JSON report of an older run. Throws an Error that says what is wrong with it. */
export function readLast(text: string): Last {
  const said = parseJson(text);
  if (!isObject(said) || !Array.isArray(said.results))
    throw new Error("it is no report of saldo contract (--save-json)");
  if (said.format !== 2)
    throw new Error(`its format is ${JSON.stringify(said.format)}; this version compares format 2`);
  const results = said.results.map((result: unknown) => {
    const { id, verdict, observations } = isObject(result) ? result : {};
    const kind = verdictKinds.find((one) => one === verdict);
    if (typeof id !== "string" || kind === undefined) throw new Error("one of its results has no id or no verdict");
    return { id, kind, observations: Array.isArray(observations) ? observations.map(String) : [] };
  });
  return {
    startedAt: String(said.startedAt),
    verdicts: new Map(results.map(({ id, kind }) => [id, kind])),
    observations: new Map(results.map(({ id, observations }) => [id, observations])),
    account: accountIn(said.account),
  };
}

/** Only what is of the right kind: the file may be from anywhere. */
function accountIn(said: unknown): AccountFacts {
  const { codeLifeMs, manualApproval, ...others } = objectOr(said);
  const { atLeast, atMost } = objectOr(codeLifeMs);
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => typeof value === "number")),
    ...(typeof manualApproval === "boolean" && { manualApproval }),
    ...(typeof atLeast === "number" && typeof atMost === "number" && { codeLifeMs: { atLeast, atMost } }),
  };
}

function objectOr(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function changesSince(last: Last, { results, account = {} }: Pick<Report, "results" | "account">): Changes {
  const both = results.flatMap((result) => {
    const before = last.verdicts.get(result.id);
    return before === undefined ? [] : [{ ...result, before, observed: last.observations.get(result.id) ?? [] }];
  });
  const ids = (kept: (one: (typeof both)[number]) => boolean) => both.filter(kept).map(({ id }) => id);
  // Where one of the two runs saw nothing, it cannot be said what has changed.
  const seen = both.filter(({ verdict, before }) => [verdict, before].every(wasJudged));
  return {
    since: last.startedAt,
    broken: ids(({ verdict, before }) => verdict === "broken" && before !== "broken"),
    mended: ids(({ verdict, before }) => verdict !== "broken" && wasJudged(verdict) && before === "broken"),
    notJudged: ids(({ verdict, before }) => !wasJudged(verdict) && wasJudged(before)),
    appeared: seen.flatMap(({ id, observations, observed }) => beyond(observations, observed, id)),
    gone: seen.flatMap(({ id, observations, observed }) => beyond(observed, observations, id)),
    settings: changedFacts(account, last.account),
  };
}

function wasJudged(verdict: VerdictKind): boolean {
  return verdict === "passed" || verdict === "broken" || verdict === "observed";
}

/** Amounts, times and identifiers differ from run to run: they say nothing of the target. */
function beyond(these: readonly string[], those: readonly string[], id: string): readonly string[] {
  const known = new Set(those.map(plain));
  return these.filter((text) => !known.has(plain(text))).map((text) => `${id}: ${text}`);
}

function plain(text: string): string {
  return text
    .replaceAll(/https?:\S+/g, "URL")
    .replaceAll(/\d+(?:\.\d+)? (?:ms|s|min)\b(?: \d+ s\b)?/g, "a time")
    .replaceAll(/\d+(?= (?:cents|attempts|entries|are)\b)/g, "n");
}
