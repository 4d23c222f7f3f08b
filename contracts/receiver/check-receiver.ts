import type { Redaction } from "../../src/report/redaction.ts";
import { NotJudged } from "../clauses/judging.ts";
import type { JsonObject } from "../judge/json.ts";
import { checkReport } from "../report/check-report.ts";
import { type ClauseResult, type Report, resultOf } from "../report/report.ts";
import type { Progress } from "../run/options.ts";
import { TargetUnusable } from "../run/target-unusable.ts";
import { Turns } from "../run/turns.ts";
import type { Finding } from "../run/verdict.ts";
import { receiverClauses } from "./catalogue.ts";
import { describedEvents } from "./described-events.ts";
import { Drafts } from "./drafts.ts";
import { type EffectChoice, Effects } from "./effects/effects.ts";
import type { StartedReceiver } from "./effects/started-receiver.ts";
import { evidenceWith } from "./evidence.ts";
import { firstDelivery } from "./first-delivery.ts";
import { fixFor } from "./fixes.ts";
import { Knowledge } from "./knowledge.ts";
import { OptedOut } from "./opted-out.ts";
import { shownUrl, statusOf, whatOf } from "./posted.ts";
import type { ReceiverClause } from "./receiver-clause.ts";
import { receiverRedaction } from "./redaction.ts";
import { remarksOn, slowest } from "./remarks.ts";
import { type Addressee, Round } from "./round.ts";
import { Because, type Means, Visit } from "./visit.ts";

export interface CheckOptions extends Addressee {
  /** The version of Saldo, for the report. */
  readonly version: string;
  /** The description of the interface, references not followed. */
  readonly document: JsonObject;
  readonly secrets: readonly [string, ...string[]];
  /** The events of its webhook, if the user chose some: no others are sent. */
  readonly events?: readonly string[] | undefined;
  /** Where the state stands that deliveries change. */
  readonly effects?: EffectChoice | undefined;
  /** The receiver, where the check has started it. */
  readonly restarted?: StartedReceiver | undefined;
  readonly selected: readonly string[];
  /** Whether recommendations count as documented clauses do. */
  readonly isStrict: boolean;
  readonly onProgress?: (progress: Progress) => void;
}

/** Sends deliveries to a receiver and judges its responses. Throws `TargetUnusable` when it cannot begin. */
export async function checkReceiver(options: CheckOptions): Promise<Report> {
  const startedAt = new Date();
  const described = describedEvents(options.document);
  const chosen = described.filter(({ name }) => options.events?.includes(name) ?? true);
  const drafts = new Drafts(chosen, options.secrets, options.events === undefined).preferring("charge.paid");
  await using round = new Round(options, drafts);
  const redaction = () =>
    receiverRedaction(round.posted, options, options.secrets, JSON.stringify(options.document.webhooks));
  const sent = () => round.posted.length;
  const effects = options.effects && new Effects(options.effects, sent, (text) => redaction().text(text));
  // A wrong command is told before anything is sent.
  await effects?.read();
  const knowledge = new Knowledge(drafts, round);
  const first = await firstDelivery(round, drafts.usual);
  knowledge.remember(first);
  const usual = round.gone === undefined ? await knowledge.usualEvent() : undefined;
  const notTaken = usual === undefined ? `The receiver acknowledges no plain delivery. ${whatOf(first)}.` : undefined;
  const usualDrafts = drafts.preferring(usual ?? drafts.usual);
  const takesLowerCaseOnly = round.gone === undefined && (await knowledge.takesLowerCaseOnly());
  const means = { round, knowledge, drafts: usualDrafts, effects, restarted: options.restarted };
  const check = { ...means, options, notTaken, takesLowerCaseOnly };
  const results = await resultsOf(check, redaction);
  const remarks = [...remarksOn(first, usual, takesLowerCaseOnly), slowest(round.posted)];
  const { url, version } = options;
  return checkReport({ version, startedAt, target: { url: shownUrl(url), kind: "receiver" }, results, remarks });
}

interface Check extends Means {
  readonly options: CheckOptions;
  /** Why clauses that build on a plain delivery are not judged. */
  readonly notTaken: string | undefined;
  readonly takesLowerCaseOnly: boolean;
}

/** A slow receiver is asked for several clauses at once, so that the check takes minutes and not hours. */
const MAX_CLAUSES_AT_ONCE = 16;

async function resultsOf(check: Check, redaction: () => Redaction): Promise<readonly ClauseResult[]> {
  const { round, options } = check;
  const clauses = receiverClauses(options.document).filter(({ id }) => options.selected.includes(id));
  const verdicts: Promise<Verdict & { readonly clause: ReceiverClause }>[] = [];
  const turns = new Turns(MAX_CLAUSES_AT_ONCE);
  let done = 0;
  const told = async (clause: ReceiverClause) => {
    const progress = { story: clause.id, of: clauses.length };
    options.onProgress?.({ ...progress, kind: "began", done });
    const verdict = await verdictOn(clause, check);
    done += 1;
    options.onProgress?.({ ...progress, kind: "ended", done });
    return { clause, ...verdict };
  };
  for (const clause of clauses) {
    const { isExclusive, isLast } = clause;
    if (isExclusive || isLast) await Promise.all(verdicts);
    const end = await turns.take();
    const verdict = told(clause).finally(end);
    verdicts.push(verdict);
    if (isExclusive || !round.isSlow) await verdict;
  }
  const given = await Promise.all(verdicts);
  const complete = redaction();
  return given.map((one) => findingOf(one, check, complete));
}

function findingOf(
  given: Verdict & { readonly clause: ReceiverClause },
  { round: { posted }, options: { secrets }, takesLowerCaseOnly }: Check,
  redaction: Redaction,
): ClauseResult {
  const { id } = given.clause;
  const own = posted.filter(({ call }) => call.story === id);
  const isFinding = given.kind === "broken" || given.kind === "observed";
  const genuine = own.filter(({ expected }) => expected !== "rejected");
  const statuses = genuine.flatMap((one) => statusOf(one) ?? []);
  const fix = isFinding && { fix: fixFor(id, statuses, takesLowerCaseOnly ? "header-names" : "right-secret") };
  const exchanges = own.map(evidenceWith(secrets, redaction));
  return { ...resultOf({ ...given, seen: [] }, redaction), exchanges, ...fix };
}

type Verdict = Pick<Finding, "kind" | "reason" | "observations" | "because">;

async function verdictOn(clause: ReceiverClause, check: Check): Promise<Verdict> {
  const { round, options, notTaken } = check;
  if (notTaken !== undefined && !clause.standsAlone) return { kind: "not-judged", reason: notTaken, observations: [] };
  const visit = new Visit(clause.id, check);
  const wasGone = round.gone !== undefined;
  try {
    await clause.look(visit);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof OptedOut) return { kind: "opted-out", reason: error.message, observations: [] };
    if (!(error instanceof NotJudged || error instanceof TargetUnusable))
      return { kind: "suite-error", reason: `${error.stack}`, observations: [] };
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

function notJudged(error: NotJudged | TargetUnusable): Verdict {
  const { message: reason } = error;
  const because = error instanceof Because ? { because: error.because } : {};
  return { kind: "not-judged", reason, ...because, observations: [] };
}
