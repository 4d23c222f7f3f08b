import type { Clause } from "../clauses/clause.ts";
import { NOT_SHOWN } from "../clauses/judging.ts";
import type { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { planOf, type RunPlan } from "../run/plan.ts";
import { type Finding, judgeAll } from "../run/verdict.ts";
import type { SuiteResult } from "../suite.ts";
import type { TraceEntry } from "../trace/trace.ts";

/** Judges what others have recorded. Nothing is known of what came before, of mails, and of others on the account. */
export function judgeTrace(
  trace: readonly TraceEntry[],
  description: Description,
  clauses: readonly Clause[],
): SuiteResult {
  const plan: RunPlan = planOf([], new Set());
  // No story has been played, so that none can be the reason why a clause was not judged.
  const played = clauses.map((clause) => ({ ...clause, needs: [] }));
  const seen = seenIn(trace, description, true);
  const found = judgeAll(played, seen, plan, []);
  return {
    seen,
    findings: found.map((finding, at) => ofRecording({ ...finding, clause: clauses[at] ?? finding.clause })),
    plan,
    played: [],
    trace,
    isSandbox: false,
    isInterrupted: false,
    payments: [],
    leftBehind: [],
  };
}

function ofRecording(finding: Finding): Finding {
  const excuse = finding.kind === "broken" ? excuseOf(finding) : undefined;
  if (excuse !== undefined) return { ...finding, kind: "not-judged", reason: excuse };
  return finding.reason === NOT_SHOWN ? { ...finding, reason: "the recording has not shown it" } : finding;
}

/** Why what was recorded does not show that the target breaks a clause. */
function excuseOf({ clause: { id }, seen, reason }: Finding): string | undefined {
  if (hideable.has(id) && seen.some(isHidden)) return "the recording hides the secret or the signature";
  if (explicable.has(id)) return `something that was not recorded may explain it: ${reason}`;
  return ofClocks.has(id) ? `the clocks of target and recording may differ: ${reason}` : undefined;
}

/** Clauses that compare instants which the target tells with those of the recording: a sandbox may have simulated time. */
const ofClocks: ReadonlySet<string> = new Set(["holds.release-leaves-list", "deliveries.timestamp"]);

/** Clauses about what a recording is stripped of before it is passed on. */
const hideable: ReadonlySet<string> = new Set([
  "webhooks.secret-shown-at-creation",
  "webhooks.secret-shown-once",
  "signature.form",
  "signature.raw-body",
]);

function isHidden(entry: TraceEntry): boolean {
  const isMark = (text: string | undefined) => /redacted|\*{3}/i.test(text ?? "");
  if (entry.kind === "call") return isMark(entry.response?.text);
  return entry.kind === "arrival" && isMark(entry.headers["x-webhook-signature"]);
}

/** Clauses that only a complete trace can break: a request, a delivery or a person's act that is missing may be the reason. */
const explicable: ReadonlySet<string> = new Set([
  "otp.blocked-after-fifth",
  "otp.block-outlasts-refused-resend",
  "initiation.one-open-at-a-time",
  "initiation.again-after-cancellation",
  "initiation.again-after-payment",
  "confirmation.review-waits",
  "fee.simulation-withdraws-nothing",
  "holds.release-raises-balance",
  "holds.release-lowers-reserve",
  "balance.paid-charge-available",
  "webhooks.listed-with-key",
  "webhooks.selected-only",
  "webhooks.test-delivers",
  "events.charge-processing",
  "events.withdraw-completed",
  "events.withdraw-completed-not-before",
  "events.none-for-release",
  "retries.five-attempts",
  "retries.first-wait",
  "retries.waits-double",
  "retries.timeout",
  "retries.redirect-fails",
  "retries.client-error-fails",
  "retries.server-error-fails",
  "deactivation.not-before-fifth",
  "deactivation.after-fifth",
  "log.outcome",
  "log.http-status",
  "log.duration",
]);
