import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { MAX_LISTED } from "../../src/client/wait.ts";
import type { Delivery, EventsListed, HistoryEvent, ReceivedRequest } from "../../src/spec/generated/control-api.ts";

/** What Saldo saw of a caller: a company's application. */
export interface CallerTrace {
  /** Those that have ended, oldest first. */
  readonly calls: readonly ReceivedRequest[];
  /** About faults and about webhooks that were switched off or on, oldest first. */
  readonly events: readonly HistoryEvent[];
  /** Oldest first. */
  readonly deliveries: readonly Delivery[];
  readonly apiKey: string;
}

const EVENTS = "FaultAdded,CallCounted,WebhookDeactivated,WebhookReactivated";

/** Reads what a world still has: its last 1,000 calls and the company's last 1,000 deliveries. */
export async function readCallerTrace(saldo: SaldoClient): Promise<CallerTrace> {
  const { companyId } = await saldo.company.read();
  const requests = await saldo.history.requests({ limit: MAX_LISTED });
  const deliveries = await saldo.webhooks.deliveries({ limit: MAX_LISTED });
  const calls = requests.filter((call) => call.companyId === companyId && call.durationMs !== null).reverse();
  const events: HistoryEvent[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: EventsListed = await saldo.history.events({ type: EVENTS, branch: "live", limit: MAX_LISTED, after });
    events.push(...page.events);
    after = page.next;
  }
  return { calls, events, deliveries: deliveries.reverse(), apiKey: saldo.apiKey ?? "" };
}

/** Returns the withdrawal that a call names, or that its answer names; undefined without one. */
export function withdrawIdOf({ requestBody, responseBody }: ReceivedRequest): unknown {
  return Object(requestBody).withdrawId ?? Object(Object(responseBody).data).withdrawId;
}

/** Whether the caller cannot know what has become of its call: no answer came, or that of a failing server. */
export function isUnanswered({ status }: ReceivedRequest): boolean {
  return status === null || status >= 500;
}

/** Whether a call acts on an open withdrawal. */
export function goesOn({ operationId }: ReceivedRequest): boolean {
  return operationId === "confirmWithdrawal" || operationId === "resendOtp" || operationId === "cancelWithdrawal";
}

/** Whether the caller has read its withdrawals. */
export function isLook({ operationId, status }: ReceivedRequest): boolean {
  return operationId === "listWithdrawals" && status === 200;
}

/** Returns the calls of an operation with those that came after each. */
export function* eachOf(
  { calls }: CallerTrace,
  operationId: string,
): Iterable<readonly [call: ReceivedRequest, later: readonly ReceivedRequest[]]> {
  for (const [at, call] of calls.entries()) if (call.operationId === operationId) yield [call, calls.slice(at + 1)];
}
