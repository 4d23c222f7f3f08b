import type { Clause } from "../../clauses/clause.ts";
import type { ClauseResult, Exchange, ReceivedDelivery, Report } from "../report.ts";
import type { Observation, Verdict } from "../verdict.ts";

/** What a target, or a file, could say to do harm in a report: markup, escapes of a terminal, commands of a runner. */
export const hostile = `</script><script>alert("1" + '&amp;')</script> ]]> \u001b[31mred\u0000\uFFFF\uD800 %0A\n::error::not from us`;

const openWithdrawal: Observation = {
  clause: "withdrawals.status-at-refusal",
  text: "422 was expected, 400 came.",
  change: { what: "status", operationId: "initiateWithdrawal", outcome: "state-not-allowed", status: 400 },
};

const envelope: Observation = {
  clause: "balance.envelope",
  text: "The balance stands at the root; it was expected in `data`.",
  change: { what: "envelope", operationId: "getBalance", outcome: "read", container: [] },
};

/** An exchange that tells something of what it is for; `hostile` is in its answer. */
export const sampleExchange: Exchange = {
  at: "2026-03-02T12:00:01.250Z",
  durationMs: 34.5,
  method: "POST",
  path: "/account-balance/withdraw?trace=a&b=<i>",
  requestHeaders: { "content-type": "application/json", "x-api-key": "[redacted]" },
  requestBody: '{"value":10000,"note":"1.0 stays","large":12345678901234567890}',
  status: 201,
  responseHeaders: { "content-type": "application/json", "x-odd": hostile },
  responseBody: JSON.stringify({ data: { withdrawId: "wdr_8c1f0d6e52f44a579b0e6f1d", note: hostile, empty: [] } }),
};

const unanswered: Exchange = {
  ...sampleExchange,
  at: "2026-03-02T12:00:02.000Z",
  method: "GET",
  path: "/account-balance/withdrawals",
  requestBody: null,
  status: null,
  responseHeaders: {},
  responseBody: null,
  error: "no answer within 30 s",
};

const longAnswer: Exchange = {
  ...sampleExchange,
  method: "GET",
  path: "/webhook",
  requestBody: null,
  status: 200,
  responseBody: `${"x".repeat(5_000)}the end`,
};

const delivery: ReceivedDelivery = {
  at: "2026-03-02T12:00:03.000Z",
  headers: { "x-webhook-event": "withdraw.completed", "x-webhook-signature": "[redacted]" },
  body: '{"event":"withdraw.completed","data":{"value":10000}}',
  answered: 200,
};

/** A documented clause, whatever its area, with any verdict. */
export function sampleResult(id: string, verdict: Partial<Verdict>, rest: Partial<ClauseResult> = {}): ClauseResult {
  return {
    clause: documented(id),
    verdict: { kind: "held", observations: [], ...verdict },
    durationMs: 120,
    exchanges: [],
    deliveries: [],
    ...rest,
  };
}

function documented(id: string, text = "A clause that is there for this test."): Clause {
  return { kind: "documented", id, text, section: "States and transitions: Withdrawal" };
}

function assumption(id: string, text: string): Clause {
  return { kind: "assumption", id, text, section: "Errors", covers: ["components/responses/**"] };
}

/** A report in which everything occurs that a report can have. */
export function sampleReport(changes: Partial<Report> = {}): Report {
  return {
    version: "0.2.0",
    startedAt: "2026-03-02T12:00:00.000Z",
    durationMs: 83_456.7,
    target: {
      url: "https://payouts.example/v1?a=1&b=<2>",
      kind: "deployment by URL",
      offers: ["mailbox", "receiver", "allow-open", "allow-settle", "budget"],
      time: "waited",
      patienceMs: 360_000,
      overlay: "deployments/acme.yaml",
    },
    results: [...documentedResults(), ...assumedResults()],
    observations: [openWithdrawal, envelope],
    ledger: {
      budgetCents: 5_000,
      spentCents: 2_000,
      entries: [
        {
          at: "2026-03-02T12:00:10.000Z",
          clause: "withdrawals.completed-after-confirmation",
          withdrawId: "wdr_8c1f0d6e52f44a579b0e6f1d",
          valueCents: 1_000,
          outcome: "confirmed",
        },
        {
          at: "2026-03-02T12:01:10.000Z",
          clause: "withdrawals.fee-is-taken",
          withdrawId: "wdr_1",
          valueCents: 1_000,
          outcome: "unknown",
        },
      ],
    },
    leftBehind: ["The webhook wh_1 could not be deleted: 503."],
    suiteErrors: [],
    baseline: {
      known: [{ clause: "fees.floor", comment: "Issue 12 of theirs, <soon> mended" }],
      stale: ["balance.held-is-not-free"],
    },
    ...changes,
  };
}

function documentedResults(): readonly ClauseResult[] {
  return [
    sampleResult(
      "balance.held-is-not-free",
      {},
      { clause: documented("balance.held-is-not-free", "What is held cannot be withdrawn."), exchanges: [longAnswer] },
    ),
    sampleResult("balance.in-cents", {}),
    sampleResult(
      "otp.expired-is-refused",
      {
        kind: "broken",
        reason: `A code was taken 5 minutes and 1 second after it was sent.\nThe answer was 200; any 4xx was expected.\nThird line: ${hostile}\nfifth line, which is too much for a terminal`,
        time: "waited",
      },
      {
        clause: documented("otp.expired-is-refused", "A code that is older than 5 minutes is refused."),
        exchanges: [sampleExchange, unanswered],
        deliveries: [delivery],
        durationMs: 301_200,
      },
    ),
    sampleResult("otp.blocked-after-five", { time: "advanced" }),
    sampleResult("fees.floor", { kind: "broken", reason: "The fee was 99, at least 100 was expected." }, knownFee),
    sampleResult("webhooks.signed", { kind: "could-not-run", reason: "No receiver was given.", needs: "receiver" }),
    sampleResult("webhooks.retried", { kind: "could-not-run", reason: "No receiver was given.", needs: "receiver" }),
    sampleResult("holds.released", { kind: "could-not-run", reason: "The clock cannot be moved.", needs: "clock" }),
    sampleResult("webhooks.created", { kind: "opted-out", reason: "Not allowed.", needs: "allow-webhooks" }),
    sampleResult("withdrawals.cancelled", { kind: "suite-error", reason: `TypeError: ${hostile}` }),
  ];
}

const knownFee: Partial<ClauseResult> = { known: "Issue 12 of theirs, <soon> mended" };

function assumedResults(): readonly ClauseResult[] {
  return [
    sampleResult(
      "withdrawals.status-at-refusal",
      { kind: "observed", reason: "The target answers otherwise.", observations: [openWithdrawal] },
      {
        clause: assumption("withdrawals.status-at-refusal", "A withdrawal beside an open one is refused with 422."),
        exchanges: [sampleExchange],
      },
    ),
    sampleResult(
      "balance.envelope",
      { kind: "observed", reason: "The target answers otherwise.", observations: [envelope] },
      { clause: assumption("balance.envelope", "The balance stands in `data`.") },
    ),
    sampleResult("errors.shape", {}, { clause: assumption("errors.shape", "An error has a message.") }),
  ];
}
