import { setTimeout as wait } from "node:timers/promises";
import { NotJudged } from "../clauses/judging.ts";
import type { JsonObject } from "../judge/json.ts";
import { countsOf } from "../report/counts.ts";
import { durationText } from "../report/duration.ts";
import { type ClauseResult, type Report, resultOf } from "../report/report.ts";
import { Turns } from "../run/turns.ts";
import type { Finding } from "../run/verdict.ts";
import { receiverClauses } from "./catalogue.ts";
import { describedEvents } from "./described-events.ts";
import { Drafts, NotChosen } from "./drafts.ts";
import { idOf, Knowledge } from "./knowledge.ts";
import { answerText, isAcknowledged, type Posted, shownPath, statusOf } from "./posted.ts";
import { play, type ReceiverClause } from "./receiver-clause.ts";
import { redactionFor } from "./redaction.ts";
import { type Addressee, Round } from "./round.ts";
import { Because, Visit } from "./visit.ts";

export interface CheckOptions extends Addressee {
  /** Of Saldo, for the report. */
  readonly version: string;
  /** The description of the interface, references not followed. */
  readonly document: JsonObject;
  /** Of each webhook that the receiver is for. */
  readonly secrets: readonly [string, ...string[]];
  /** The events of its webhook, if the user chose some: no others are sent. */
  readonly events?: readonly string[] | undefined;
  readonly selected: readonly string[];
  /** Whether recommendations count as documented clauses do. */
  readonly isStrict: boolean;
  readonly onStarted?: (id: string) => void;
  readonly onFinished?: (id: string) => void;
}

/** The receiver does not respond at all; says why. */
export class ReceiverUnreachable extends Error {
  override readonly name = "ReceiverUnreachable";
}

/** Sends deliveries to a receiver and judges its responses. Throws `ReceiverUnreachable`. */
export async function checkReceiver(options: CheckOptions): Promise<Report> {
  const startedAt = new Date();
  const described = describedEvents(options.document);
  const chosen = described.filter(({ name }) => options.events?.includes(name) ?? true);
  const drafts = new Drafts(chosen, options.secrets, options.events === undefined).preferring("charge.paid");
  await using round = new Round(options, drafts);
  const knowledge = new Knowledge(drafts, round);
  const first = await firstDelivery(round, drafts, options);
  knowledge.remember(first);
  const usual = round.gone === undefined ? await knowledge.usualEvent() : undefined;
  const notTaken = usual === undefined ? `The receiver acknowledges no plain delivery. ${whatOf(first)}.` : undefined;
  const check = { round, knowledge, drafts: drafts.preferring(usual ?? drafts.usual), options, notTaken };
  const results = await resultsOf(check);
  return reportOf(options, startedAt, results, [...remarksOn(first, usual), slowest(round.posted)]);
}

interface Check {
  readonly round: Round;
  readonly knowledge: Knowledge;
  readonly drafts: Drafts;
  readonly options: CheckOptions;
  /** Why clauses that build on a plain delivery are not judged. */
  readonly notTaken: string | undefined;
}

/** Waits for a receiver that starts only now. A late one gets a second delivery: it may load everything at the first. */
async function firstDelivery(round: Round, drafts: Drafts, options: CheckOptions): Promise<Posted> {
  const first = await firstResponse(round, drafts, options);
  if (!first.isLate) return first;
  const second = await firstResponse(round, drafts, options);
  if (second.isLate && "failure" in second.answer) round.gone = `${whatOf(second)}.`;
  return second;
}

async function firstResponse(round: Round, drafts: Drafts, { url, returnMs }: CheckOptions): Promise<Posted> {
  const end = performance.now() + returnMs;
  for (;;) {
    const first = await round.attempt(drafts.plain(), idOf(drafts.usual), "acknowledged");
    const { answer, isLate } = first;
    if ("status" in answer || isLate) return first;
    const { failure, isOfTls = false } = answer;
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

/** A slow receiver is asked for several clauses at once, so that the check takes minutes and not hours. */
const MAX_CLAUSES_AT_ONCE = 16;

async function resultsOf(check: Check): Promise<readonly ClauseResult[]> {
  const { round, options } = check;
  const clauses = receiverClauses(options.document).filter(({ id }) => options.selected.includes(id));
  const verdicts: Promise<Verdict & { readonly clause: ReceiverClause }>[] = [];
  const turns = new Turns(MAX_CLAUSES_AT_ONCE);
  for (const clause of clauses) {
    if ("look" in clause && clause.isLast) await Promise.all(verdicts);
    const end = await turns.take();
    const verdict = told(clause, check).finally(end);
    verdicts.push(verdict);
    if (!round.isSlow) await verdict;
  }
  const described = JSON.stringify(options.document.webhooks);
  const redaction = redactionFor(round.posted, options, options.secrets, described);
  const given = await Promise.all(verdicts);
  const calls = round.posted.map(({ call }) => call);
  return given.map((one) =>
    resultOf({ ...one, seen: calls.filter(({ story }) => story === one.clause.id) }, redaction),
  );
}

async function told(clause: ReceiverClause, check: Check) {
  check.options.onStarted?.(clause.id);
  const verdict = await verdictOn(clause, check);
  check.options.onFinished?.(clause.id);
  return { clause, ...verdict };
}

type Verdict = Pick<Finding, "kind" | "reason" | "observations" | "because">;

async function verdictOn(
  clause: ReceiverClause,
  { round, drafts, knowledge, options, notTaken }: Check,
): Promise<Verdict> {
  const standsAlone = "look" in clause && clause.standsAlone;
  if (notTaken !== undefined && !standsAlone) return { kind: "not-judged", reason: notTaken, observations: [] };
  const visit = new Visit(round, drafts, knowledge, clause.id);
  const wasGone = round.gone !== undefined;
  try {
    await play(clause, visit);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof NotChosen) return { kind: "opted-out", reason: error.message, observations: [] };
    if (!(error instanceof NotJudged)) return { kind: "suite-error", reason: `${error.stack}`, observations: [] };
    if (visit.faults.length === 0) return notJudged(error);
  }
  if (round.gone !== undefined && !wasGone) visit.fault(round.gone);
  if (visit.faults.length === 0) return { kind: "passed", observations: [] };
  const reason = visit.faults.join("\n");
  // Whatever makes a receiver break down, that is more than another taste.
  const isBroken = clause.kind === "documented" || options.isStrict || (round.gone !== undefined && !wasGone);
  return isBroken
    ? { kind: "broken", reason, observations: [] }
    : { kind: "observed", reason, observations: visit.faults };
}

function notJudged(error: NotJudged): Verdict {
  const { message: reason } = error;
  const because = error instanceof Because ? { because: error.because } : {};
  return { kind: "not-judged", reason, ...because, observations: [] };
}

function remarksOn(first: Posted, usual: string | undefined): readonly string[] {
  if (isAcknowledged(first)) return [];
  const { event } = first.delivery;
  if (usual !== undefined && usual !== event) return [`${whatOf(first)}. Most clauses use ${usual} instead.`];
  if (usual !== undefined) return [`${whatOf(first)}, which it says to genuine deliveries only.`];
  return [
    `The receiver acknowledges no plain delivery, on which most clauses build. ${whatOf(first)}.${hintOn(first)}`,
  ];
}

function hintOn(first: Posted): string {
  const status = statusOf(first);
  if (status === 401 || status === 403) return " Does it have another secret, or compute the HMAC over other bytes?";
  return status === 404 || status === 405 ? " Is it the right address?" : "";
}

function whatOf(posted: Posted): string {
  return `${posted.delivery.what}: ${answerText(posted)}`;
}

function slowest(posted: readonly Posted[]): string {
  // The pauses between pieces are not the receiver's.
  const whole = posted.filter(({ delivery }) => delivery.cutAt === undefined);
  const [last] = whole.toSorted((one, other) => other.durationMs - one.durationMs);
  if (last === undefined) return "No delivery was sent.";
  return `The slowest of ${whole.length} responses took ${durationText(last.durationMs)} (${last.delivery.what}).`;
}

function reportOf(
  { url, version }: CheckOptions,
  startedAt: Date,
  results: readonly ClauseResult[],
  remarks: readonly string[],
): Report {
  return {
    format: 2,
    version,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    target: { url: shownUrl(url), kind: "receiver" },
    counts: countsOf(results),
    results,
    remarks,
    shapes: [],
    missing: [],
    spent: { budgetCents: 0, cents: 0, payments: [], mails: 0 },
    leftBehind: [],
    isInterrupted: false,
    stale: [],
  };
}

function shownUrl(url: URL): string {
  return url.origin + shownPath(url);
}
