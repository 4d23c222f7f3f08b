import { everything } from "../judge/json.ts";
import { bodySays } from "../model/deliveries.ts";
import { isAlike } from "../model/other-outcomes.ts";
import type { Seen } from "../model/seen.ts";
import { isDeleted, listsUrl } from "../model/webhook-calls.ts";
import type { Hook } from "../model/webhooks.ts";
import { eventsTold, webhookGuarded } from "../stories/deliveries.ts";
import { ownCallsOf } from "../trace/find.ts";
import { isRound, MAX_LIST_LAG_MS, saysMore } from "../trace/pages.ts";
import { type Call, isSuccess, type TraceEntry, wasRejected } from "../trace/trace.ts";
import { type Clause, clause, every, right } from "./clause.ts";
import { Broken, each } from "./judging.ts";

const documented = { needs: [eventsTold] } as const;

/** How webhooks are created, listed and kept from changes with an API key. */
export const webhooksClauses = [
  clause({
    ...documented,
    id: "webhooks.created-with-key",
    section: "Endpoints",
    text: "A webhook with a URL, a name and events can be created with an API key.",
    judge: ({ hooks, trace }) => {
      const [refused, empty] = refusalsOf(hooks, trace);
      if (refused !== undefined && empty !== undefined) {
        throw new Broken(`an API key may create webhooks, and gets ${refused.response?.status} whatever it sends`, [
          refused,
          empty,
        ]);
      }
      return each(hooks.filter(({ id }) => id !== undefined));
    },
  }),
  right({
    ...documented,
    id: "webhooks.secret-shown-at-creation",
    section: "Resources and their fields: Webhook",
    text: "The response to a webhook's creation shows its secret.",
    those: ({ hooks }) => hooks.filter(({ id }) => id !== undefined),
    wrong: ({ secretTexts }) =>
      secretTexts.length === 0 &&
      "the response to a webhook's creation shows no text beside its id that may be a secret",
  }),
  right({
    ...documented,
    id: "webhooks.secret-shown-once",
    section: "Resources and their fields: Webhook",
    text: "Neither the list of webhooks nor their logs show a secret.",
    those: ({ hooks, trace }) => laterReadings(hooks, trace),
    wrong: ({ call, secret }) => saysWithin(call.response?.json, secret) && "a webhook's secret is shown again",
  }),
  every({
    ...documented,
    id: "webhooks.listed-with-key",
    section: "Endpoints",
    text: "With an API key the webhooks that were created can be listed.",
    those: ({ trace }) => ownCallsOf(trace, "listWebhooks").filter(isSuccess),
    judge: (call, { hooks, trace }) => {
      const missing = hooks
        .filter(
          ({ account, creation }) => account === call.account && creation.answeredAt + MAX_LIST_LAG_MS <= call.askedAt,
        )
        .filter((hook) => !isDeleted(hook, trace) && !isListedBefore(hook, call, trace))
        .find(({ url }) => !listsUrl(call, url));
      if (missing === undefined || isPaged(call)) return;
      throw new Broken("the list of webhooks lacks one that was created", [missing.creation, call]);
    },
  }),
  unsupported("webhooks.update-refused", "a change", "changed", ["updateWebhook", "replaceWebhook"]),
  unsupported("webhooks.deletion-refused", "a deletion", "deleted", ["deleteWebhook"]),
];

/** Not supported may be any error; the document shows no status. */
function unsupported(id: string, what: string, done: string, operations: readonly string[]): Clause {
  const text = `With an API key a webhook cannot be ${done}.`;
  return every({
    id,
    section: "Authentication",
    text,
    needs: [webhookGuarded],
    those: (seen) => operations.flatMap((operation) => ownCallsOf(seen.trace, operation)),
    judge: (call, seen) => {
      const status = call.response?.status ?? "no response";
      if (!wasRejected(call) && status !== 501)
        throw new Broken(`${what} of a webhook with an API key must be rejected, and got ${status}`, [call]);
      mustHaveNoEffect(what, call, seen);
    },
  });
}

/** A creation that was refused as if the key were wrong, and one without anything to create that was refused alike. */
function refusalsOf(hooks: readonly Hook[], trace: readonly TraceEntry[]): readonly Call[] {
  const refused = ownCallsOf(trace, "createWebhook").filter(({ account, response }) => {
    const isRefused = response?.status === 401 || response?.status === 403;
    return isRefused && hooks.every((hook) => hook.account !== account);
  });
  const empty = refused.find(({ request }) => Object.keys(request.members).length === 0);
  const isFull = (call: Call) => call !== empty && call.account === empty?.account && isAlike(call, empty);
  return empty === undefined ? [] : [...refused.filter(isFull).slice(0, 1), empty];
}

/** Rejected or not, it may have been done: the lists of webhooks before and after it would tell. */
function mustHaveNoEffect(what: string, call: Call, { hooks, trace, isBefore, isPartial }: Seen): void {
  const { account } = call;
  const hook = hooks.find((one) => one.id === call.request.id && one.account === account);
  const readings = listsOf(account, trace);
  const before = readings.findLast((list) => isBefore(list, call));
  const after = readings.find((list) => isBefore(call, list));
  // In a recording it may have been done in the dashboard.
  if (isPartial || hook === undefined || after === undefined || !listsUrl(before, hook.url)) return;
  const isGone = !listsUrl(after, hook.url) && !isPaged(after);
  const isChanged = bodySays(before?.response?.json, hook.name) && !bodySays(after.response?.json, hook.name);
  if (isGone || isChanged) throw new Broken(`${what} of a webhook was rejected, and made all the same`, [call, after]);
}

function listsOf(account: string, trace: readonly TraceEntry[]): readonly Call[] {
  return ownCallsOf(trace, "listWebhooks").filter((list) => list.account === account && isSuccess(list));
}

/** What a list had before has gone in another way than by not being listed. */
function isListedBefore({ account, url }: Hook, call: Call, trace: readonly TraceEntry[]): boolean {
  return listsOf(account, trace).some(
    (list) => list.answeredAt <= call.askedAt && list !== call && listsUrl(list, url),
  );
}

function saysWithin(body: unknown, text: string): boolean {
  return [...everything(body)].some(({ value }) => typeof value === "string" && value.includes(text));
}

/** Lists and logs that were read after a webhook was created, with its secret, so far as that is known. */
function laterReadings(hooks: readonly Hook[], trace: readonly TraceEntry[]) {
  const readings = [...ownCallsOf(trace, "listWebhooks"), ...ownCallsOf(trace, "listWebhookLogs")].filter(isSuccess);
  return hooks.flatMap(({ account, creation, secret }) =>
    readings
      .filter((call) => secret !== undefined && call.account === account && call.askedAt >= creation.answeredAt)
      .map((call) => ({ call, secret: secret ?? "" })),
  );
}

/** An account may have more webhooks than a page shows; how pages go on is not shown. */
function isPaged(call: Call): boolean {
  const { length } = call.response?.text.match(/https?:/g) ?? [];
  return call.request.path.includes("?") || length >= 10 || isRound(length, 5) || saysMore(call, length);
}
