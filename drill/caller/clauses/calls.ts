import type { ReceivedRequest } from "../../../src/spec/generated/control-api.ts";
import type { CallerClause } from "../caller-clause.ts";
import type { CallerTrace } from "../caller-trace.ts";

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
        const limit = limitOf(trace, refused);
        if (limit === null) continue;
        const isLimited = ({ operationId }: ReceivedRequest) => (limit.limited ?? operationId) === operationId;
        // What was sent before the answer was there could not know it.
        const isLater = (call: ReceivedRequest) =>
          pauseMs(refused, call) >= CLOCK_MS || sinceMs(refused, call) >= limit.waitMs;
        const next = trace.calls.slice(at + 1).find((call) => isLimited(call) && isLater(call));
        if (next === undefined) continue;
        const waitedMs = sinceMs(refused, next);
        const what = `It was told to wait ${limit.waitMs / 1_000} s and called again after ${waitedMs} ms.`;
        yield waitedMs < limit.waitMs ? { what, calls: [refused, next] } : null;
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
      // What else it asks between its polls is no pause.
      for (const call of calls.filter(({ operationId }) => operationId === "listWithdrawals")) {
        const last = run.at(-1);
        const isAgain = last?.position === call.position;
        if (isAgain && sinceMs(last, call) < 1_000) run.push(call);
        else run = [call];
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

/** A parameter or a member that is called like a key, or a secret in a path; the journal has replaced the value. */
const KEY_NAMES =
  /[?&"](x-)?(api[-_]?key|key|((access|auth)[-_]?)?token|authorization|secret)["=]|^[^?"]*\[redacted\]/i;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The journal knows times to a millisecond: calls that are nearer may have been under way together. */
const CLOCK_MS = 1;

/** Returns the machine's time from the answer of a call to the next one, below zero where that did not wait for it. */
function pauseMs(before: ReceivedRequest, after: ReceivedRequest): number {
  return Date.parse(after.receivedAt) - Date.parse(before.receivedAt) - (before.durationMs ?? 0);
}

/** Worlds may stand still while a caller waits, or be moved on; the longer of both times counts. */
function sinceMs(before: ReceivedRequest, after: ReceivedRequest): number {
  return Math.round(Math.max(Date.parse(after.at) - Date.parse(before.at), pauseMs(before, after)));
}

/** Returns how long an answer told to wait, and with which operation, or with all; null where it told nothing. */
function limitOf({ events }: CallerTrace, { fault, at, position, operationId, responseBody }: ReceivedRequest) {
  const [faultId] = /flt_\w+/.exec(JSON.stringify(responseBody)) ?? [];
  const about = events.filter(({ data }) => data.faultId === faultId);
  const added = about.find(({ type }) => type === "FaultAdded")?.data;
  const counted = about.findLast((event) => event.type === "CallCounted" && event.position <= position)?.data;
  const headers = Object.entries(Object(added?.headers));
  const [, seconds = Number.NaN] = headers.find(([name]) => name.toLowerCase() === "retry-after") ?? [];
  const limitMs = Date.parse(`${counted?.endsAt}`) - Date.parse(at);
  if (fault === "rate-limit" && !Number.isNaN(limitMs)) return { waitMs: limitMs, limited: added?.operationId };
  const waitMs = Number(seconds) * 1_000;
  return fault === "status" && !Number.isNaN(waitMs) ? { waitMs, limited: operationId } : null;
}
