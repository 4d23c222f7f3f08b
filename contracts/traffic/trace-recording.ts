import type { Description } from "../judge/description.ts";
import { callsOf } from "../trace/find.ts";
import type { Arrival, Call, TraceEntry } from "../trace/trace.ts";
import { keyHeaderOf } from "./accounts.ts";
import type { Recording } from "./har.ts";
import type { Recorded } from "./har-file.ts";

/** Returns what a run has sent and received as a recording, by the target's clock. `url`: where the interface is. */
export function recordingOfTrace(trace: readonly TraceEntry[], description: Description, url: string): Recording {
  const keyHeader = keyHeaderOf(description);
  const exchanges = trace.flatMap((entry) => {
    if (entry.kind === "call") return [callOf(entry, new URL(url).origin, keyHeader)];
    return entry.kind === "arrival" ? [arrivalOf(entry, trace)] : [];
  });
  const keys = exchanges.flatMap(({ headers }) => headers[keyHeader] ?? []);
  const inOrder = exchanges.toSorted((one, other) => one.askedAt - other.askedAt);
  return { trace, url, exchanges: inOrder, keys: [...new Set(keys)] };
}

function callOf(call: Call, origin: string, keyHeader: string): Recorded {
  const { request, response, askedAt, answeredAt } = call;
  const body = request.text ?? "";
  return {
    method: request.method,
    url: new URL(origin + (request.base ?? "") + request.path),
    headers: {
      ...keyOf(call, keyHeader),
      ...(body !== "" && { "content-type": "application/json" }),
      ...request.headers,
    },
    body,
    askedAt,
    answeredAt,
    status: response?.status ?? 0,
    responseHeaders: response?.headers ?? {},
    responseBody: response?.text ?? "",
  };
}

/** The trace has no keys, but it tells which requests had the same one. */
function keyOf({ credential, account }: Call, keyHeader: string): Readonly<Record<string, string>> {
  if (credential === "none") return {};
  return { [keyHeader]: credential === "own" ? `key of ${account}` : "key of no account" };
}

/** At the URL that the webhook was created with, which may lead to the receiver by a route. */
function arrivalOf(arrival: Arrival, trace: readonly TraceEntry[]): Recorded {
  const { method, path, headers, body, at, delayMs, status } = arrival;
  const calls = callsOf(trace, "createWebhook");
  const urls = calls.map(({ request }) => URL.parse(String(request.members.url)));
  const url = urls.find((one) => one?.pathname.endsWith(path));
  return {
    method,
    url: url ?? new URL(path, "http://receiver"),
    headers,
    body: body.toString(),
    askedAt: at,
    answeredAt: at + delayMs,
    status,
    responseHeaders: {},
    responseBody: "",
  };
}
