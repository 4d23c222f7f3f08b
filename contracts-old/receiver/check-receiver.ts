import { setTimeout as wait } from "node:timers/promises";
import type { Clause } from "../clauses/clause.ts";
import type { JsonObject } from "../description/json.ts";
import { Evidence } from "../desk/evidence.ts";
import { durationText } from "../report/figures.ts";
import type { ClauseResult, Report } from "../report/report.ts";
import type { Verdict } from "../report/verdict.ts";
import { CouldNotRun } from "../run/verdict-error.ts";
import { receiverClauses } from "./catalogue.ts";
import { describedEvents } from "./described-events.ts";
import { Drafts } from "./drafts.ts";
import { gatewayKeys, gatewayNames } from "./gateway-keys.ts";
import { type Addressee, isAcknowledged, type Posted, Posting, shownPath } from "./posting.ts";
import type { ReceiverClause } from "./receiver-clause.ts";
import { answerText, type Rounds, Visit } from "./visit.ts";

export interface CheckOptions extends Addressee {
  /** Of the suite, for the report. */
  readonly version: string;
  /** The description of the interface, references not followed. */
  readonly document: JsonObject;
  /** Of each webhook that the receiver is for. */
  readonly secrets: readonly [string, ...string[]];
  /** Ids of the clauses to hold it to. */
  readonly selected: readonly string[];
  /** Whether what is recommended counts as much as what is documented. */
  readonly isStrict: boolean;
  /** How long a receiver that broke down has to come back. */
  readonly returnMs: number;
  readonly onStarted?: (clause: Clause) => void;
  readonly onFinished?: (result: ClauseResult) => void;
}

/** The receiver answers nothing at all; says why. */
export class ReceiverUnreachable extends Error {
  override readonly name = "ReceiverUnreachable";
}

/**
 * Holds a receiver to the rules of deliveries, with letters of its own.
 * @throws ReceiverUnreachable
 */
export async function checkReceiver(options: CheckOptions): Promise<Report> {
  const startedAt = new Date();
  const keys = gatewayKeys(options, JSON.stringify(options.document.webhooks));
  const evidence = new Evidence([...options.secrets, ...keys], gatewayNames(options));
  evidence.hideLike(signatureLike);
  const posting = new Posting(options, evidence);
  const keptPosting = new Posting(options, evidence, true);
  const drafts = new Drafts(describedEvents(options.document), options.secrets);
  try {
    const firsts = await firstLetters(posting, drafts, options);
    const [first] = firsts;
    const rounds: Rounds = {
      drafts,
      posting,
      keptPosting,
      posted: [...firsts],
      returnMs: options.returnMs,
      gone: first.isLate ? `The first letter: ${answerText(first)}.` : undefined,
      notTaken: isAcknowledged(first) ? undefined : `The plain letter is not acknowledged: ${answerText(first)}.`,
    };
    const results = await resultsOf(rounds, options, evidence);
    return reportOf(options, startedAt, results, [...remarksOn(first), slowest(rounds.posted)]);
  } finally {
    await Promise.all([posting.close(), keptPosting.close()]);
  }
}

/** What a receiver says may be how it signs, or what it was told: in hexadecimal, or behind the name of an algorithm. */
const signatureLike = /(?:sha\d+(?:=|%3d|\\u003d))?[0-9a-f]{40,}|sha\d+(?:=|%3d|\\u003d)[0-9a-z+/_-]{8,}={0,2}/gi;

/**
 * Whether letters are answered at all is better told once than of every clause. One that starts only now is waited for,
 * and whoever is late is asked once more: the first answer of some comes when all has been loaded.
 * @returns the last one first, which tells how it is.
 */
async function firstLetters(posting: Posting, drafts: Drafts, options: CheckOptions): Promise<[Posted, ...Posted[]]> {
  const first = await firstLetter(posting, drafts, options);
  return first.isLate ? [await firstLetter(posting, drafts, options), first] : [first];
}

async function firstLetter(posting: Posting, drafts: Drafts, { url, returnMs }: CheckOptions): Promise<Posted> {
  const end = performance.now() + returnMs;
  for (;;) {
    const first = await posting.send(drafts.plain(), "", "acknowledged");
    if ("status" in first.answer || first.isLate) return first;
    const { failure, isOfTls = false } = first.answer;
    if (isOfTls || performance.now() >= end) {
      const hint = failure === "unreachable" && !isOfTls ? " Does the receiver run there?" : "";
      const reason = answerText(first);
      throw new ReceiverUnreachable(
        `${shownUrl(url)} cannot be used: ${reason}${/[.?]$/.test(reason) ? "" : "."}${hint}`,
      );
    }
    await wait(Math.min(100, returnMs));
  }
}

async function resultsOf(rounds: Rounds, options: CheckOptions, evidence: Evidence): Promise<readonly ClauseResult[]> {
  const results: ClauseResult[] = [];
  const all = receiverClauses(options.document).filter(({ clause }) => options.selected.includes(clause.id));
  for (const one of all) {
    const { clause } = one;
    options.onStarted?.(clause);
    const start = performance.now();
    const verdict = await verdictOn(one, rounds, options);
    const durationMs = Math.round(performance.now() - start);
    const exchanges = evidence.exchangesFor(clause.id);
    const result: ClauseResult = {
      clause,
      verdict: without(evidence, clause, verdict),
      durationMs,
      exchanges,
      deliveries: [],
    };
    results.push(result);
    options.onFinished?.(result);
  }
  return results;
}

/** The reason of a verdict may have an answer in it. */
function without(evidence: Evidence, { id }: Clause, { reason, observations, ...verdict }: Verdict): Verdict {
  const redaction = evidence.redactionFor(id);
  const seen = observations.map(({ text, ...rest }) => ({ ...rest, text: redaction.text(text) }));
  return { ...verdict, ...(reason !== undefined && { reason: redaction.text(reason) }), observations: seen };
}

async function verdictOn(one: ReceiverClause, rounds: Rounds, { isStrict }: CheckOptions): Promise<Verdict> {
  if (rounds.notTaken !== undefined && !one.standsAlone) {
    return { kind: "could-not-run", needs: "acknowledgement", reason: rounds.notTaken, observations: [] };
  }
  const visit = new Visit(rounds, one.clause.id);
  const wasGone = rounds.gone !== undefined;
  try {
    await look(one, visit);
  } catch (error) {
    if (!(error instanceof CouldNotRun)) return suiteError(error);
    if (visit.faults.length === 0)
      return { kind: "could-not-run", needs: error.needs, reason: error.message, observations: [] };
    visit.fault(error.message);
  }
  if (visit.faults.length === 0) return { kind: "held", observations: [] };
  const reason = visit.faults.join("\n");
  // That a receiver breaks down is more than another taste, whatever has brought it about.
  const isBroken = one.clause.kind === "documented" || isStrict || (rounds.gone !== undefined && !wasGone);
  if (isBroken) return { kind: "broken", reason, observations: [] };
  return { kind: "observed", reason, observations: visit.faults.map((text) => ({ clause: one.clause.id, text })) };
}

async function look(one: ReceiverClause, visit: Visit): Promise<void> {
  if ("look" in one) return one.look(visit);
  for (const letter of one.letters(visit.drafts)) {
    if (one.expects === "acknowledged") await visit.acknowledged(letter);
    else if (one.needsNoTwins) await visit.justRefused(letter);
    else await visit.refused(letter);
  }
}

function suiteError(error: unknown): Verdict {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: "suite-error", reason, observations: [] };
}

function remarksOn(first: Posted): readonly string[] {
  if (isAcknowledged(first)) return [];
  const status = "status" in first.answer ? first.answer.status : 0;
  const hint =
    status === 401 || status === 403
      ? " Is it the secret that the receiver has, and does it look at the bytes as they came?"
      : status === 404 || status === 405
        ? " Is it the right address?"
        : "";
  return [
    `The plain letter, ${first.letter.what}, on which most clauses build, is not acknowledged: ${answerText(first)}.${hint}`,
  ];
}

function slowest(posted: readonly Posted[]): string {
  // Pieces have pauses between them, which are not the receiver's.
  const whole = posted.filter(({ letter }) => letter.cutAt === undefined);
  const [last] = whole.toSorted((one, other) => other.durationMs - one.durationMs);
  if (last === undefined) return "No letter was sent.";
  return `The slowest of ${whole.length} answers took ${durationText(last.durationMs)} (${last.letter.what}).`;
}

function reportOf(
  options: CheckOptions,
  startedAt: Date,
  results: readonly ClauseResult[],
  remarks: readonly string[],
): Report {
  return {
    version: options.version,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    target: { url: shownUrl(options.url), kind: "receiver", offers: [], time: "none", patienceMs: 0 },
    results,
    observations: results.flatMap(({ verdict }) => verdict.observations),
    ledger: { budgetCents: 0, spentCents: 0, entries: [] },
    leftBehind: [],
    suiteErrors: [],
    remarks,
  };
}

function shownUrl(url: URL): string {
  return url.origin + shownPath(url);
}
