import type { Redaction } from "../../src/report/redaction.ts";
import type { Clause, ClauseKind } from "../clauses/clause.ts";
import type { Description } from "../judge/description.ts";
import { howToGive } from "../run/capabilities.ts";
import type { Finding, VerdictKind } from "../run/verdict.ts";
import type { SuiteResult } from "../suite.ts";
import type { LedgerPayment } from "../target/ledger.ts";
import {
  actOf,
  deliveryOf,
  type Exchange,
  exchangeOf,
  type ReceivedDelivery,
  redactionFor,
  type ShownAct,
  watchedText,
} from "../trace/evidence.ts";
import { actsIn, arrivalsIn, callsIn } from "../trace/find.ts";
import { type AccountFacts, accountFacts } from "./account-facts.ts";
import { type CountsByKind, countsOf } from "./counts.ts";
import type { Fix } from "./fix.ts";
import { type ShapeGroup, shapeGroups } from "./shapes.ts";

/** All that a run found out, as data without secrets; every kind of report is made of it. */
export interface Report {
  /** Grows when a program that reads the older form could misread the newer one. */
  readonly format: 2;
  readonly version: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly target: TargetFacts;
  readonly counts: CountsByKind;
  /** In the order of the catalogue; only those that were chosen. */
  readonly results: readonly ClauseResult[];
  /** What responses and notifications look like where that differs from what is assumed. */
  readonly shapes: readonly ShapeGroup[];
  /** What was missing, how a user gives it, and how many clauses it would free. */
  readonly missing: readonly { readonly what: string; readonly how: string; readonly clauses: number }[];
  readonly spent: Spent;
  /** How the account was set, as far as the run has shown it. */
  readonly account?: AccountFacts;
  /** What the run made and could not close: sentences. */
  readonly leftBehind: readonly string[];
  /** Set when the run was interrupted: what was seen until then is judged. */
  readonly isInterrupted: boolean;
  /** Given by a baseline: entries that were seen not to be broken any more. */
  readonly stale: readonly string[];
  /** What else is worth knowing: sentences. */
  readonly remarks?: readonly string[];
}

export interface TargetFacts {
  /** Without credentials. */
  readonly url: string;
  readonly kind: "sandbox" | "deployment" | "recording" | "receiver" | "caller";
  readonly overlay?: string;
}

export interface ClauseResult extends Pick<Clause, "id" | "section" | "text"> {
  readonly kind: ClauseKind;
  readonly verdict: VerdictKind;
  /** Absent only for `passed` and `observed`. */
  readonly reason?: string;
  /** The broken clause that kept this one from being judged. */
  readonly because?: string;
  /** What differs from what is assumed. */
  readonly observations: readonly string[];
  /** What shows it, oldest first. */
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly ReceivedDelivery[];
  /** What the driver had done. */
  readonly acts?: readonly ShownAct[];
  /** How to fix what was found, for receivers. */
  readonly fix?: Fix;
  /** In the baseline: why it is known to be broken; empty where nothing is written. */
  readonly known?: string;
}

/** What was spent of a real account; all zero where the run had worlds of its own. */
export interface Spent {
  readonly budgetCents: number;
  readonly cents: number;
  readonly payments: readonly LedgerPayment[];
  /** Codes that were sent by e-mail. */
  readonly mails: number;
}

/** What a run cannot know of itself. */
interface RunContext extends Pick<Report, "version" | "durationMs" | "target"> {
  readonly startedAt: Date;
  readonly budgetCents: number;
  readonly secrets: readonly string[];
}

export function reportOf(result: SuiteResult, description: Description, about: RunContext): Report {
  const redaction = redactionFor(result.trace, description, about.secrets);
  const results = result.findings.map((finding) => resultOf(withContext(finding, result.trace), redaction));
  const { version, startedAt, durationMs, target, budgetCents } = about;
  return {
    format: 2,
    version,
    startedAt: startedAt.toISOString(),
    durationMs,
    target,
    counts: countsOf(results),
    results,
    shapes: shapeGroups(result.seen, description).map(({ outcomes, differences }) => ({
      outcomes,
      differences: differences.map((text) => redaction.text(text)),
    })),
    missing: result.plan.missing.map(({ capability: what, clauses }) => ({ what, how: howToGive(what), clauses })),
    spent: { budgetCents, ...spentIn(result) },
    ...(!result.isSandbox && { account: accountFacts(result.seen) }),
    ...((result.remarks?.length ?? 0) > 0 && { remarks: result.remarks }),
    leftBehind: result.leftBehind.map((text) => redaction.text(text)),
    isInterrupted: result.isInterrupted,
    stale: [],
  };
}

/** What was not told, or not in time, is seen in what came after it. */
function withContext(finding: Finding, trace: SuiteResult["trace"]): Finding {
  const { kind, clause, seen, reason = "" } = finding;
  const isAboutDeliveries = /^(events|retries|deactivation|log|deliveries)\./.test(clause.id);
  const watched = kind === "broken" && isAboutDeliveries ? watchedText(seen, trace) : undefined;
  return watched === undefined ? finding : { ...finding, reason: `${reason}\n${watched}` };
}

/** What is judged of a clause, with what shows it. */
type Judged = Omit<Finding, "clause"> & { readonly clause: Pick<ClauseResult, "id" | "section" | "kind" | "text"> };

export function resultOf(judged: Judged, redaction: Redaction): ClauseResult {
  const { clause, kind, reason, because, observations, seen } = judged;
  const acts = actsIn(seen);
  return {
    id: clause.id,
    section: clause.section,
    kind: clause.kind,
    text: clause.text,
    verdict: kind,
    ...(reason !== undefined && { reason: redaction.text(reason) }),
    ...(because !== undefined && { because }),
    observations: observations.map((observation) => redaction.text(observation)),
    exchanges: callsIn(seen).map((call) => exchangeOf(call, redaction)),
    deliveries: arrivalsIn(seen).map((arrival) => deliveryOf(arrival, redaction)),
    ...(acts.length > 0 && { acts: acts.map((act) => actOf(act, redaction)) }),
  };
}

function spentIn({ isSandbox, payments, seen }: SuiteResult): Omit<Spent, "budgetCents"> {
  if (isSandbox) return { cents: 0, payments: [], mails: 0 };
  const sent = [...seen.initiations, ...seen.resends].filter(({ accepted }) => accepted);
  return { cents: payments.reduce((sum, { valueCents }) => sum + valueCents, 0), payments, mails: sent.length };
}
