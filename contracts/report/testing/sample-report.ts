import type { Exchange } from "../../trace/evidence.ts";
import { countsOf } from "../counts.ts";
import type { ClauseResult, Report } from "../report.ts";

/** What a target, or a file, could say to do harm in a report: markup, escapes of a terminal, commands of a runner. */
export const hostile = `</script><script>alert("1" + '&amp;')</script> ]]> \u001b[31mred\u0000\uFFFF\uD800 %0A\n::error::not from us`;

const exchange: Exchange = {
  at: "2026-03-02T12:00:01.250Z",
  durationMs: 34,
  method: "POST",
  path: "/account-balance/withdraw?trace=a&b=<i>",
  requestHeaders: { "x-api-key": "[redacted]" },
  requestBody: '{"value":10000}',
  status: 201,
  responseHeaders: { "x-odd": hostile },
  responseBody: JSON.stringify({ data: { withdrawId: "wdr_8c1f0d6e52f44a579b0e6f1d", note: hostile } }),
};

/** A documented clause that passed, with changes. */
export function sampleResult(id: string, changes: Partial<ClauseResult> = {}): ClauseResult {
  return {
    id,
    section: "States and transitions: Withdrawal",
    text: "A clause that is there for this test.",
    kind: "documented",
    verdict: "passed",
    observations: [],
    exchanges: [],
    deliveries: [],
    ...changes,
  };
}

const results: readonly ClauseResult[] = [
  sampleResult("balance.available"),
  sampleResult("otp.six-digits", {
    verdict: "broken",
    reason: `the code has five digits\n${hostile}`,
    exchanges: [exchange, { ...exchange, status: null, responseBody: null, error: hostile }],
    deliveries: [{ at: exchange.at, headers: { "x-webhook-event": "charge.paid" }, body: hostile, answered: 200 }],
    acts: [{ at: exchange.at, durationMs: 12, capability: "pay-charge", given: JSON.stringify({ chargeId: hostile }) }],
  }),
  sampleResult("otp.expires", { verdict: "not-judged", reason: "because clause otp.six-digits is broken" }),
  sampleResult("history.value", { verdict: "broken", reason: "the value is missing", known: "since 2 March" }),
  sampleResult("webhooks.created", { verdict: "opted-out", reason: "needs --allow webhooks" }),
  sampleResult("fee.reads", { verdict: "suite-error", reason: "a mistake" }),
  sampleResult("behaviour.lists", { kind: "assumption", verdict: "observed", observations: [hostile] }),
  sampleResult("signature.wrong", {
    kind: "recommendation",
    verdict: "observed",
    observations: ["answered 204"],
    exchanges: [{ ...exchange, requestBody: hostile, sent: { what: hostile, expected: "rejected" } }],
    fix: { name: "raw-body", text: `Read the bytes. ${hostile}`, page: hostile },
  }),
  sampleResult("answers.soon", { kind: "recommendation", because: "otp.six-digits", verdict: "not-judged" }),
];

/** Has everything in it that a report can have. */
export function sampleReport(changes: Partial<Report> = {}): Report {
  const report: Report = {
    format: 2,
    version: "0.1.0",
    startedAt: "2026-03-02T12:00:00.000Z",
    durationMs: 61_500,
    target: { url: "https://api.acme.dev/v1", kind: "deployment", overlay: "acme.yaml" },
    counts: {},
    results,
    shapes: [{ outcomes: ["balance-read"], differences: [hostile] }],
    missing: [{ what: "make-charge", how: "a driver that can make-charge (--driver)", clauses: 3 }],
    spent: {
      budgetCents: 1_500,
      cents: 300,
      mails: 2,
      payments: [{ at: exchange.at, story: "a withdrawal", withdrawId: "w1", valueCents: 300, outcome: "unknown" }],
    },
    leftBehind: [`webhook ${hostile}`],
    isInterrupted: true,
    stale: ["log.outcome"],
    remarks: ["the receiver was slow"],
    ...changes,
  };
  return { ...report, counts: countsOf(report.results) };
}
