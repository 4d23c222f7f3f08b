import { checkReport } from "../../../contracts/report/check-report.ts";
import type { ClauseResult, Report } from "../../../contracts/report/report.ts";
import type { Exchange } from "../../../contracts/trace/evidence.ts";
import type { ReceivedRequest } from "../../../src/spec/generated/control-api.ts";
import type { ConductFinding } from "../../caller/conduct.ts";

interface About {
  readonly version: string;
  readonly startedAt: Date;
  readonly url: string;
  /** How many were judged. */
  readonly calls: number;
}

/** The page that has the fixes as code. */
const page = "docs/caller-check.md";

/** Returns what the check found as a report in the forms of the contract suite. The journal has no secrets to remove. */
export function callerReport(findings: readonly ConductFinding[], { version, startedAt, url, calls }: About): Report {
  const remarks = [`${calls} calls were judged.`];
  return checkReport({ version, startedAt, target: { url, kind: "caller" }, results: findings.map(resultOf), remarks });
}

function resultOf({ id, section, kind, text, situation, fix, verdict, breaches }: ConductFinding): ClauseResult {
  const reasons = [...new Set(breaches.map(({ what }) => what))];
  return {
    ...{ id, section, kind, text, verdict, observations: [], deliveries: [] },
    ...(verdict === "broken" && { reason: reasons.join("\n"), fix: { name: id, text: fix, page } }),
    ...(verdict === "not-judged" && { reason: `This did not happen: ${situation}.` }),
    exchanges: [...new Set(breaches.flatMap((breach) => breach.calls))].map(exchangeOf),
  };
}

function exchangeOf(call: ReceivedRequest): Exchange {
  return {
    at: call.at,
    durationMs: call.durationMs ?? 0,
    method: call.method,
    path: call.path,
    requestBody: jsonOf(call.requestBody),
    status: call.status,
    responseHeaders: {},
    responseBody: jsonOf(call.responseBody),
    ...(call.status === null && { error: `No answer was sent (${call.fault ?? "the client disconnected"}).` }),
  };
}

function jsonOf(body: unknown): string | null {
  return body === null ? null : JSON.stringify(body);
}
