import type { Description } from "../judge/description.ts";
import { shapeOf } from "../judge/shape.ts";
import { callsIn } from "../trace/find.ts";
import { type Call, isSuccess, type TraceEntry, wasRejected } from "../trace/trace.ts";
import type { NamedCall } from "./outcomes.ts";

/** Names the outcome of each call that is not about one withdrawal: of readings, webhooks, and of odd requests. */
export function otherOutcomes(trace: readonly TraceEntry[], description: Description): readonly NamedCall[] {
  const calls = callsIn(trace);
  const taken = new Set(calls.filter(isSuccess).map(({ request }) => request.id));
  const context = { description, takenIds: taken, calls };
  return calls.flatMap((call) => {
    const outcome = nameOf(call, context);
    if (outcome === undefined) return [];
    const isTaken = outcome === "headers-too-large" && isSuccess(call);
    return [{ call, outcome, ...(isTaken && { taken: "a header of 64 KiB is taken" }) }];
  });
}

interface Context {
  readonly description: Description;
  /** Ids of webhooks that some request took. */
  readonly takenIds: ReadonlySet<string | undefined>;
  readonly calls: readonly Call[];
}

function nameOf(call: Call, context: Context): string | undefined {
  const { response, operationId, credential } = call;
  if (response === undefined) return undefined;
  if (response.status >= 500) return response.status === 503 ? "unavailable" : "internal-error";
  if (credential !== "own") return wasRejected(call) ? "unauthorized" : undefined;
  if (JSON.stringify(call.request.headers ?? {}).length > 16_000) return "headers-too-large";
  if (operationId === undefined) return wasRejected(call) ? ofNoOperation(call, context) : undefined;
  if (isSuccess(call)) return successes[operationId];
  return wasRejected(call) ? ofRejection(call, context) : undefined;
}

const successes: Readonly<Record<string, string>> = {
  getBalance: "balance-read",
  simulateWithdrawalFee: "fee-simulated",
  listWithdrawals: "withdrawals-listed",
  createWebhook: "webhook-created",
  listWebhooks: "webhooks-listed",
  listWebhookEvents: "webhook-events-listed",
  listWebhookLogs: "delivery-log-listed",
  testWebhook: "test-delivery-triggered",
};

function ofNoOperation({ request }: Call, { description }: Context): string | undefined {
  const [path = ""] = request.path.split("?");
  const methods = ["GET", "PUT", "POST", "DELETE", "PATCH"];
  const isPath = methods.some((method) => description.operationAt(method, path) !== undefined);
  return isPath ? "method-not-allowed" : "route-unknown";
}

function ofRejection(call: Call, context: Context): string | undefined {
  const { operationId = "", request } = call;
  if (operationId === "simulateWithdrawalFee") return request.path.includes("?") ? "request-malformed" : undefined;
  if (operationId === "createWebhook") return ofCreation(call, context);
  if (["replaceWebhook", "updateWebhook", "deleteWebhook"].includes(operationId)) return "not-allowed-with-api-key";
  if (!["listWebhookLogs", "testWebhook"].includes(operationId)) return undefined;
  if (/\p{Cc}/u.test(request.id ?? "")) return undefined;
  if (!context.takenIds.has(request.id)) return "webhook-unknown";
  return operationId === "testWebhook" ? "webhook-inactive" : undefined;
}

function ofCreation({ request }: Call, { description, calls }: Context): string | undefined {
  const { url, events, name } = request.members;
  if (request.rawBody !== undefined || typeof url !== "string" || name === undefined) return "request-malformed";
  if (!Array.isArray(events)) return "request-malformed";
  const created = calls.filter((call) => call.operationId === "createWebhook" && isSuccess(call));
  // Its names for the parts may be others: only a target that has taken these rejects what they say.
  if (!created.some(({ request: { members } }) => namesOf(members) === namesOf(request.members))) return undefined;
  if (events.some((event) => description.notification(String(event)) === undefined)) return "webhook-event-unknown";
  return /^https?:\/\/(localhost|127\.|10\.|192\.168\.|[^/]*\.(local|test)\b)/.test(url)
    ? "webhook-url-not-allowed"
    : undefined;
}

function namesOf(members: object): string {
  return Object.keys(members).toSorted().join();
}

/** Names rejections of bodies of odd size or media type; a target that takes them answers as to the usual form. */
export function oddOutcomes(calls: readonly NamedCall[]): readonly NamedCall[] {
  return calls.map((named) => {
    const odd = oddityOf(named.call);
    if (odd === undefined) return named;
    const usual = calls.find(({ call, outcome }) => {
      return outcome === named.outcome && call.operationId === named.call.operationId && oddityOf(call) === undefined;
    });
    const isTaken = usual !== undefined && isAlike(usual.call, named.call);
    return { call: named.call, outcome: odd, ...(isTaken && { taken: `${takenWords[odd]} is taken` }) };
  });
}

const takenWords: Readonly<Record<string, string>> = {
  "body-too-large": "a body of 1 MiB",
  "media-type-unsupported": "a body that is not declared as JSON",
};

function oddityOf({ request }: Call): string | undefined {
  if ((request.rawBody ?? "").length > 1_000_000) return "body-too-large";
  const type = request.headers?.["content-type"];
  return type !== undefined && !type.includes("json") ? "media-type-unsupported" : undefined;
}

/** Whether two responses say the same in the same way, whatever their texts are. */
export function isAlike({ response: a }: Call, { response: b }: Call): boolean {
  return a !== undefined && b !== undefined && a.status === b.status && shapeOf(a.json) === shapeOf(b.json);
}
