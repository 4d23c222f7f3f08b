import type { ReceivedRequest } from "../../../src/spec/generated/control-api.ts";
import type { CallerClause } from "../caller-clause.ts";
import { type CallerTrace, memberOf } from "../caller-trace.ts";

/** More polls than this, each within a second of the last one and with nothing between, are a loop without a pause. */
const MAX_HASTY_POLLS = 5;

/** How a caller calls, whatever it wants. */
export const callClauses: readonly CallerClause[] = [
  {
    id: "calls.honours-retry-after",
    section: "Limits",
    kind: "recommendation",
    text: "After an answer with Retry-After, the caller waits that long before it makes such a call again.",
    situation: "an answer with Retry-After, and such a call after it",
    fix: "Read Retry-After of a 429 or 503, wait that many seconds, and only then call again.",
    isTimed: true,
    *look(trace) {
      for (const [at, refused] of trace.calls.entries()) {
        const { waitMs, operationId } = limitOf(trace, refused);
        if (waitMs === null) continue;
        const next = trace.calls
          .slice(at + 1)
          .find((call) => operationId === undefined || call.operationId === operationId);
        if (next === undefined) continue;
        const what = `It was told to wait ${waitMs / 1_000} s and called again after ${sinceMs(refused, next)} ms.`;
        yield sinceMs(refused, next) < waitMs ? { what, calls: [refused, next] } : null;
      }
    },
  },
  {
    id: "calls.polls-with-pauses",
    section: "Events",
    kind: "recommendation",
    text: "The caller polls at most once a second for what an event tells.",
    situation: "a withdrawal that was read twice",
    fix: "Let withdraw.completed tell you, and poll only as a second way, with a pause of some seconds.",
    isTimed: true,
    *look({ calls }) {
      let run: ReceivedRequest[] = [];
      for (const call of calls) {
        const last = run.at(-1);
        const isAgain = last?.position === call.position && call.operationId === "listWithdrawals";
        if (isAgain && last !== undefined && sinceMs(last, call) < 1_000) run.push(call);
        else run = call.operationId === "listWithdrawals" ? [call] : [];
        if (run.length === MAX_HASTY_POLLS + 1)
          yield {
            what: `It read its withdrawals ${run.length} times within a second each, and nothing had happened.`,
            calls: run,
          };
        else if (isAgain) yield null;
      }
    },
  },
  {
    id: "calls.key-only-in-its-header",
    section: "Authentication",
    kind: "documented",
    text: "The caller sends its API key in the header X-API-KEY only.",
    situation: "a call",
    fix: "Send the key in X-API-KEY; addresses and bodies end up in logs.",
    *look({ calls, apiKey }) {
      for (const call of calls) {
        const sent = `${decoded(call.path)} ${JSON.stringify(call.requestBody)}`;
        const isThere = KEY_NAMES.test(sent) || (apiKey !== "" && sent.includes(apiKey));
        yield isThere
          ? { what: `It sent a key in the address or the body of ${call.method} ${call.path}.`, calls: [call] }
          : null;
      }
    },
  },
];

/** A parameter or a member that is called like a key; the journal has replaced its value. */
const KEY_NAMES = /[?&"](x-)?api[-_]?key["=]/i;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Worlds may stand still while a caller waits, or be moved on; the longer of both times counts. */
function sinceMs(before: ReceivedRequest, after: ReceivedRequest): number {
  const answeredAt = Date.parse(before.receivedAt) + (before.durationMs ?? 0);
  return Math.round(Math.max(Date.parse(after.at) - Date.parse(before.at), Date.parse(after.receivedAt) - answeredAt));
}

/** Returns how long the answer to a call told to wait, null if it told nothing, and which operation it is about; undefined: all. */
function limitOf(
  { events }: CallerTrace,
  call: ReceivedRequest,
): { waitMs: number | null; operationId?: string | undefined } {
  if (call.fault !== "status" && call.fault !== "rate-limit") return { waitMs: null };
  const [faultId] = /flt_\w+/.exec(JSON.stringify(call.responseBody)) ?? [];
  const about = events.filter(({ data }) => memberOf(data, "faultId") === faultId);
  const added = about.find(({ type }) => type === "FaultAdded")?.data;
  const counted = about.findLast(({ type, position }) => type === "CallCounted" && position <= call.position)?.data;
  if (call.fault === "rate-limit") {
    const leftMs = Date.parse(`${memberOf(counted, "endsAt")}`) - Date.parse(call.at);
    const operationId = memberOf(added, "operationId");
    return { waitMs: Number.isNaN(leftMs) ? null : leftMs, ...(typeof operationId === "string" && { operationId }) };
  }
  const headers = Object.entries(memberOf(added, "headers") ?? {});
  const seconds = Number(headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1] ?? Number.NaN);
  return { waitMs: Number.isNaN(seconds) ? null : seconds * 1_000, operationId: call.operationId ?? undefined };
}
