import { everything } from "../judge/json.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import type { SeenDelivery } from "./deliveries.ts";
import type { Hook } from "./webhooks.ts";

/**
 * Returns the deliveries that tests have triggered. What they contain is not documented, so each test of a webhook takes the
 * first later delivery that tells nothing of what the run knows to have happened.
 */
export function testDeliveries(trace: readonly TraceEntry[], hooks: readonly Hook[]): ReadonlySet<SeenDelivery> {
  const tests = trace.filter((entry) => entry.kind === "call" && entry.operationId === "testWebhook").filter(isTaken);
  const happened = idsOfEvents(trace);
  const found = new Set<SeenDelivery>();
  for (const hook of hooks) {
    const texts = new Set([...everything(hook.creation.response?.json)].map(({ value }) => String(value)));
    for (const test of tests.filter(({ request }) => texts.has(request.id ?? ""))) {
      const own = hook.deliveries.find((delivery) => {
        const [first] = delivery.attempts;
        const isLater = first !== undefined && first.at >= test.askedAt;
        return isLater && !found.has(delivery) && !tellsOf(happened, first.json);
      });
      if (own !== undefined) found.add(own);
    }
  }
  return found;
}

function isTaken(entry: TraceEntry): entry is Call {
  return entry.kind === "call" && isSuccess(entry);
}

/** Ids of charges, subscriptions and withdrawals that the run has seen being made. */
function idsOfEvents(trace: readonly TraceEntry[]): ReadonlySet<unknown> {
  const bodies = trace.flatMap((entry) => {
    if (entry.kind === "act") return [entry.result, entry.given];
    return entry.kind === "call" && entry.operationId === "initiateWithdrawal" ? [entry.response?.json] : [];
  });
  const texts = bodies.flatMap((body) =>
    [...everything(body)].map(({ place, value }) => ({ name: place.at(-1), value })),
  );
  return new Set(texts.filter(({ name, value }) => /id$/i.test(name ?? "") && value !== "").map(({ value }) => value));
}

function tellsOf(ids: ReadonlySet<unknown>, body: unknown): boolean {
  return [...everything(body)].some(({ value }) => ids.has(value));
}
