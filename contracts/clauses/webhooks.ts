import { everything } from "../judge/json.ts";
import { bodyOf, bodySays, type SeenDelivery } from "../model/deliveries.ts";
import { isDocumentedEvent } from "../model/event-names.ts";
import { endOf, isHealthy, isMute, toldOf } from "../model/occurrences.ts";
import { isAlike } from "../model/other-outcomes.ts";
import type { Seen } from "../model/seen.ts";
import type { Hook } from "../model/webhooks.ts";
import { eventsTold, webhookGuarded } from "../stories/deliveries.ts";
import { type Arrival, type Call, isSuccess, type TraceEntry, wasRejected } from "../trace/trace.ts";
import { clause } from "./clause.ts";
import { Broken, each } from "./judging.ts";

const documented = { needs: [eventsTold] } as const;

/** How webhooks are configured, and which of them is told of what. */
export const webhooksClauses = [
  clause(
    {
      ...documented,
      id: "webhooks.created-with-key",
      section: "Endpoints",
      text: "A webhook with a URL, a name and events can be created with an API key.",
    },
    ({ hooks, trace }) => {
      const [refused, empty] = refusalsOf(hooks, trace);
      if (refused !== undefined && empty !== undefined) {
        throw new Broken(`an API key may create webhooks, and gets ${refused.response?.status} whatever it sends`, [
          refused,
          empty,
        ]);
      }
      return each(
        hooks.filter(({ id }) => id !== undefined),
        () => {},
      );
    },
  ),
  clause(
    {
      ...documented,
      id: "webhooks.secret-shown-at-creation",
      section: "Resources and their fields: Webhook",
      text: "The response to a webhook's creation shows its secret.",
    },
    ({ hooks }) =>
      each(
        hooks.filter(({ id }) => id !== undefined),
        ({ secretTexts, creation }) => {
          if (secretTexts.length > 0) return;
          throw new Broken("the response to a webhook's creation shows no text beside its id that may be a secret", [
            creation,
          ]);
        },
      ),
  ),
  clause(
    {
      ...documented,
      id: "webhooks.secret-shown-once",
      section: "Resources and their fields: Webhook",
      text: "Neither the list of webhooks nor their logs show a secret.",
    },
    ({ hooks, trace }) =>
      each(laterReadings(hooks, trace), ({ call, secret }) => {
        if (saysWithin(call.response?.json, secret)) throw new Broken("a webhook's secret is shown again", [call]);
      }),
  ),
  clause(
    {
      ...documented,
      id: "webhooks.several",
      section: "Resources and their fields: Webhook",
      text: "A company can have webhooks with different URLs at the same time.",
    },
    (seen) => {
      for (const occurrence of seen.occurrences) {
        const [told, untold] = parted(
          healthyFor(occurrence.event, occurrence.act.account, occurrence.act.startedAt, seen),
          (hook) => toldOf(occurrence, hook).length > 0,
        );
        if (told.length > 0 && untold.length > 0 && isLongAgo(occurrence.act.account, occurrence.act.at, seen)) {
          throw new Broken(`of two webhooks that selected ${occurrence.event} only one was told of it`, [
            occurrence.act,
          ]);
        }
      }
      const told = seen.hooks.filter(({ deliveries }) => deliveries.length > 0);
      return each(
        told.filter((hook) => told.some((other) => other.account === hook.account && other.url !== hook.url)),
        () => {},
      );
    },
  ),
  clause(
    {
      ...documented,
      id: "webhooks.own-events",
      section: "Resources and their fields: Webhook",
      text: "Of two webhooks with different events each is told of its own.",
    },
    (seen) => {
      const exclusive = seen.occurrences.flatMap((occurrence) => {
        const { event, act } = occurrence;
        const healthy = healthyFor(event, act.account, act.startedAt, seen);
        const [hook, ...others] = healthy.filter(({ deliveries }) => deliveries.length > 0);
        const isSettled = isLongAgo(act.account, act.at, seen);
        return hook === undefined || others.length > 0 || !isSettled ? [] : [{ occurrence, hook }];
      });
      const isOfTwo = new Set(exclusive.map(({ hook }) => hook)).size > 1;
      return each(isOfTwo ? exclusive : [], ({ occurrence, hook }) => {
        const others = exclusive.filter((other) => other.hook !== hook);
        const isNoneTold = exclusive
          .filter((one) => one.hook === hook)
          .every((one) => toldOf(one.occurrence, hook).length === 0);
        const isOtherTold = others.some((other) => toldOf(other.occurrence, other.hook).length > 0);
        if (!isNoneTold || !isOtherTold) return;
        throw new Broken(`the webhook that selected ${occurrence.event} was told of nothing`, [occurrence.act]);
      });
    },
  ),
  clause(
    {
      ...documented,
      id: "webhooks.selected-only",
      section: "Resources and their fields: Webhook",
      text: "An event that a webhook has not selected is not delivered to it.",
    },
    ({ hooks }) => {
      const unasked = hooks.flatMap((hook) => hook.deliveries.filter((delivery) => isUnasked(hook, delivery)));
      for (const { event, first } of unasked) {
        throw new Broken(`a webhook that had not selected ${event} was told of it`, [first]);
      }
      const fired = hooks.flatMap(({ account, deliveries }) =>
        deliveries.filter(({ isOfEvent }) => isOfEvent).map(({ event = "", first }) => ({ account, event, first })),
      );
      return each(
        fired.filter(({ account, event, first }) =>
          hooks.some(
            (hook) =>
              hook.account === account &&
              hook.creation.answeredAt < first.at &&
              isHealthy(hook) &&
              !hook.events.includes(event),
          ),
        ),
        () => {},
      );
    },
  ),
  clause(
    {
      ...documented,
      id: "webhooks.listed-with-key",
      section: "Endpoints",
      text: "With an API key the webhooks that were created can be listed.",
    },
    ({ hooks, trace }) =>
      each(callsOf("listWebhooks", trace).filter(isSuccess), (call) => {
        const missing = hooks
          .filter(({ account, creation }) => account === call.account && creation.answeredAt < call.askedAt)
          .filter((hook) => !isDeleted(hook, trace) && !isListedBefore(hook, call, trace))
          .find(({ url }) => !bodySays(call.response?.json, url));
        if (missing === undefined || isPaged(call)) return;
        throw new Broken("the list of webhooks lacks one that was created", [missing.creation, call]);
      }),
  ),
  clause(
    {
      ...documented,
      id: "webhooks.update-refused",
      section: "Authentication",
      text: "With an API key a webhook cannot be changed.",
      needs: [webhookGuarded],
    },
    (seen) =>
      each([...callsOf("updateWebhook", seen.trace), ...callsOf("replaceWebhook", seen.trace)], (call) => {
        mustBeUnsupported("a change of a webhook")(call);
        mustHaveNoEffect("a change", call, seen);
      }),
  ),
  clause(
    {
      ...documented,
      id: "webhooks.deletion-refused",
      section: "Authentication",
      text: "With an API key a webhook cannot be deleted.",
      needs: [webhookGuarded],
    },
    (seen) =>
      each(callsOf("deleteWebhook", seen.trace), (call) => {
        mustBeUnsupported("the deletion of a webhook")(call);
        mustHaveNoEffect("a deletion", call, seen);
      }),
  ),
  clause(
    {
      ...documented,
      id: "webhooks.test-delivers",
      section: "Endpoints",
      text: "A test brings a delivery to the webhook though no event took place.",
      needs: [webhookGuarded],
    },
    (seen) => {
      const tested = seen.hooks.filter(isHealthy).flatMap((hook) => hook.tests.map((test) => ({ hook, test })));
      const due = tested.filter(({ hook, test }) => isLongAgo(hook.account, test.answeredAt, seen));
      return each(due, ({ hook, test }) => {
        const hasCome = hook.deliveries.some(
          ({ first }) => first.at >= test.askedAt && first.at <= test.answeredAt + MINUTE_MS,
        );
        if (!hasCome) throw new Broken("a test was accepted, and nothing was delivered", [test]);
      });
    },
  ),
  clause(
    {
      ...documented,
      id: "webhooks.test-alone",
      section: "Endpoints",
      text: "A test of a webhook delivers nothing to the company's other ones.",
    },
    ({ hooks, isPartial, whole, causeOf }) => {
      const tested = hooks.filter(({ tests }) => tests.length > 0);
      const names = new Set(tested.flatMap(testNames));
      const beside = tested.filter((hook) => tested.some((other) => other !== hook && other.account === hook.account));
      // A test that was not recorded, or whose response was lost, may have delivered what seems too much.
      const isUnclear = isPartial || whole.some((one) => isTest(one) && causeOf(one) !== "operation");
      return each(isUnclear || names.size === 0 ? [] : beside, (hook) => {
        const own = hook.deliveries.filter(({ event }) => event !== undefined && names.has(event));
        const extra = own[hook.tests.length];
        if (extra === undefined) return;
        throw new Broken(`a webhook was tested ${hook.tests.length} times, and got ${own.length} tests`, [
          ...hook.tests,
          extra.first,
        ]);
      });
    },
  ),
  clause(
    {
      ...documented,
      id: "webhooks.own-company",
      section: "Resources and their fields: Webhook",
      text: "What happens to one company is not told to a webhook of another one.",
    },
    ({ hooks }) => {
      const events = (hook: Hook) => hook.deliveries.filter(({ isOfEvent, isMisnamed }) => isOfEvent || isMisnamed);
      const foreign = hooks.filter(({ account }) => account.includes(", other company"));
      const told = foreign.flatMap((hook) => {
        const others = hooks.filter(({ account }) => hook.account.startsWith(`${account}, `));
        const own = others.flatMap(events).filter(({ first }) => first.at > hook.creation.answeredAt);
        return own.length === 0 ? [] : [{ hook, own }];
      });
      return each(told, ({ hook, own }) => {
        for (const { first } of events(hook)) {
          const same = own.find((one) => isSameEvent(one.first, first));
          if (same === undefined) continue;
          throw new Broken("a webhook of one company was told what happened to another one", [same.first, first]);
        }
      });
    },
  ),
];

/** What tests are called, where that is no name of an event. */
function isTest(entry: TraceEntry): entry is Call {
  return entry.kind === "call" && entry.operationId === "testWebhook";
}

function testNames({ tests, deliveries }: Hook): readonly string[] {
  return tests.flatMap(({ askedAt }) => {
    const next = deliveries.find(({ first }) => first.at >= askedAt);
    return next?.event === undefined || isDocumentedEvent(next.event) ? [] : [next.event];
  });
}

/** Different companies have different things, and at different times. */
function isSameEvent(one: Arrival, other: Arrival): boolean {
  const [a, b] = [bodyOf(one), bodyOf(other)];
  return a.event === b.event && a.timestamp === b.timestamp && JSON.stringify(a.data) === JSON.stringify(b.data);
}

/** Webhooks with this event that have been there since, and that deliver to the receiver: one may point elsewhere. */
function healthyFor(event: string, account: string, at: number, { hooks, trace, isPartial }: Seen): readonly Hook[] {
  const selected = hooks.filter((hook) => hook.account === account && hook.events.includes(event));
  const isThere = (hook: Hook) => hook.deliveries.length > 0 || (!isPartial && isMute(hook, hooks));
  return selected.filter(
    (hook) => hook.creation.answeredAt <= at && isThere(hook) && isHealthy(hook) && !isDeleted(hook, trace),
  );
}

/** A creation that was refused as if the key were wrong, and one without anything to create that was refused alike. */
function refusalsOf(hooks: readonly Hook[], trace: readonly TraceEntry[]): readonly Call[] {
  const refused = callsOf("createWebhook", trace).filter(({ account, response }) => {
    const isRefused = response?.status === 401 || response?.status === 403;
    return isRefused && hooks.every((hook) => hook.account !== account);
  });
  const empty = refused.find(({ request }) => Object.keys(request.members).length === 0);
  const isFull = (call: Call) => call !== empty && call.account === empty?.account && isAlike(call, empty);
  return empty === undefined ? [] : [...refused.filter(isFull).slice(0, 1), empty];
}

/** Rejected or not, it may have been done: the lists of webhooks before and after it would tell. */
function mustHaveNoEffect(what: string, call: Call, { hooks, trace, isBefore, isPartial }: Seen): void {
  const hook = hooks.find(({ id, account }) => id === call.request.id && account === call.account);
  const lists = callsOf("listWebhooks", trace).filter((list) => list.account === call.account && isSuccess(list));
  const before = lists.findLast((list) => isBefore(list, call))?.response?.json;
  const after = lists.find((list) => isBefore(call, list));
  // In a recording it may have been done in the dashboard.
  if (isPartial || hook === undefined || after === undefined || !bodySays(before, hook.url)) return;
  const isGone = !bodySays(after.response?.json, hook.url) && !isPaged(after);
  const isChanged = bodySays(before, hook.name) && !bodySays(after.response?.json, hook.name);
  if (isGone || isChanged) throw new Broken(`${what} of a webhook was rejected, and made all the same`, [call, after]);
}

/** What a list had before has gone in another way than by not being listed. */
function isListedBefore({ account, url }: Hook, call: Call, trace: readonly TraceEntry[]): boolean {
  const lists = callsOf("listWebhooks", trace).filter((list) => list.account === account && isSuccess(list));
  return lists.some((list) => list.answeredAt <= call.askedAt && list !== call && bodySays(list.response?.json, url));
}

function saysWithin(body: unknown, text: string): boolean {
  return [...everything(body)].some(({ value }) => typeof value === "string" && value.includes(text));
}

function isUnasked({ events }: Hook, { event, isOfEvent }: SeenDelivery): boolean {
  return isOfEvent && event !== undefined && !events.includes(event);
}

/** Whether the trace goes on long enough after an instant to have seen a delivery. */
function isLongAgo(account: string, at: number, { trace }: Seen): boolean {
  return endOf(account, trace) >= at + PATIENT_MS;
}

/** Lists and logs that were read after a webhook was created, with its secret, so far as that is known. */
function laterReadings(hooks: readonly Hook[], trace: readonly TraceEntry[]) {
  const readings = [...callsOf("listWebhooks", trace), ...callsOf("listWebhookLogs", trace)].filter(isSuccess);
  return hooks.flatMap(({ account, creation, secret }) =>
    readings
      .filter((call) => secret !== undefined && call.account === account && call.askedAt >= creation.answeredAt)
      .map((call) => ({ call, secret: secret ?? "" })),
  );
}

function callsOf(operationId: string, trace: readonly TraceEntry[]): readonly Call[] {
  return trace
    .filter((entry) => entry.kind === "call")
    .filter((call) => call.operationId === operationId && call.credential === "own");
}

/** Not supported may be any error; the document shows no status. */
function mustBeUnsupported(what: string): (call: Call) => void {
  return (call) => {
    if (wasRejected(call) || call.response?.status === 501) return;
    throw new Broken(`${what} with an API key must be rejected, and got ${call.response?.status ?? "no response"}`, [
      call,
    ]);
  };
}

function isDeleted({ id }: Hook, trace: readonly TraceEntry[]): boolean {
  // It may have been deleted though that was rejected.
  return callsOf("deleteWebhook", trace).some((call) => call.request.id === id);
}

/** An account may have more webhooks than a page shows; how pages go on is not shown. */
function isPaged({ request, response }: Call): boolean {
  return request.path.includes("?") || (response?.text.match(/https?:/g) ?? []).length >= 10;
}

function parted<T>(items: readonly T[], test: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

const PATIENT_MS = 3_000;
const MINUTE_MS = 60_000;
