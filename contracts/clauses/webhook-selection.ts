import type { JsonObject } from "../judge/json.ts";
import { bodyOf } from "../model/deliveries.ts";
import { isDocumentedEvent } from "../model/event-names.ts";
import { logEntries } from "../model/log.ts";
import { endOf, isHealthy, isMute, listeners, toldOf } from "../model/occurrences.ts";
import type { Seen } from "../model/seen.ts";
import { isDeleted, listsUrl } from "../model/webhook-calls.ts";
import type { Hook } from "../model/webhooks.ts";
import { eventsTold, webhookGuarded } from "../stories/deliveries.ts";
import { ownCallsOf } from "../trace/find.ts";
import { type Arrival, type Call, isSuccess, saysRefusal } from "../trace/trace.ts";
import { clause, every } from "./clause.ts";
import { toldIn } from "./deliveries.ts";
import { Broken, each } from "./judging.ts";

const documented = { needs: [eventsTold] } as const;

/** Which webhook is told of what. */
export const webhookSelectionClauses = [
  clause({
    ...documented,
    id: "webhooks.several",
    section: "Resources and their fields: Webhook",
    text: "A company can have webhooks with different URLs at the same time.",
    judge: (seen) => {
      for (const occurrence of seen.occurrences) {
        const { event, act } = occurrence;
        const healthy = healthyFor(event, act.account, act.startedAt, seen);
        const told = healthy.filter((hook) => toldOf(occurrence, hook).length > 0);
        if (told.length > 0 && told.length < healthy.length && isLongAgo(act.account, act.at, seen))
          throw new Broken(`of two webhooks that selected ${event} only one was told of it`, [act]);
      }
      const told = seen.hooks.filter(({ deliveries }) => deliveries.length > 0);
      return each(
        told.filter((hook) => told.some((other) => other.account === hook.account && other.url !== hook.url)),
      );
    },
  }),
  clause({
    ...documented,
    id: "webhooks.own-events",
    section: "Resources and their fields: Webhook",
    text: "Of two webhooks with different events each is told of its own.",
    judge: (seen) => {
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
  }),
  clause({
    ...documented,
    id: "webhooks.selected-only",
    section: "Resources and their fields: Webhook",
    text: "An event that a webhook has not selected is not delivered to it.",
    judge: ({ hooks }) => {
      const fired = hooks.flatMap(({ account, events, deliveries }) =>
        deliveries.flatMap(({ event = "", first, isOfEvent }) =>
          isOfEvent ? [{ account, events, event, first }] : [],
        ),
      );
      const unasked = fired.find(({ events, event }) => !events.includes(event));
      if (unasked !== undefined)
        throw new Broken(`a webhook that had not selected ${unasked.event} was told of it`, [unasked.first]);
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
      );
    },
  }),
  every({
    ...documented,
    id: "webhooks.test-delivers",
    section: "Endpoints",
    text: "A test brings a delivery to the webhook though no event took place.",
    needs: [webhookGuarded],
    those: (seen) => {
      const tested = seen.hooks.filter(isHealthy).flatMap((hook) => hook.tests.map((test) => ({ hook, test })));
      return tested.filter(({ hook, test }) => isLongAgo(hook.account, test.answeredAt, seen));
    },
    judge: ({ hook, test }) => {
      const hasCome = hook.deliveries.some(
        ({ first }) => first.at >= test.askedAt && first.at <= test.answeredAt + MINUTE_MS,
      );
      if (!hasCome) throw new Broken("a test was accepted, and nothing was delivered", [test]);
    },
  }),
  clause({
    ...documented,
    id: "webhooks.test-alone",
    section: "Endpoints",
    text: "A test of a webhook delivers nothing to the company's other ones.",
    judge: ({ hooks, isPartial }) => {
      const tested = hooks.filter(({ tests }) => tests.length > 0);
      const names = new Set(tested.flatMap(testNames));
      const beside = tested.filter((hook) => tested.some((other) => other !== hook && other.account === hook.account));
      // A test that was not recorded, or whose response was lost, may have delivered what seems too much.
      const isUnclear = isPartial || hooks.some(({ lostTests }) => lostTests.length > 0);
      return each(isUnclear || names.size === 0 ? [] : beside, (hook) => {
        const testedAt = Math.min(...tested.flatMap(({ tests }) => tests.map(({ askedAt }) => askedAt)));
        // What greets a new webhook may be named as a test is.
        const since = Math.max(testedAt, hook.creation.answeredAt + GREETED_MS);
        const later = hook.deliveries.filter(({ first }) => first.at >= since);
        for (const name of names) {
          const own = later.filter(({ event }) => event === name);
          const extra = own[hook.tests.length];
          if (extra === undefined) continue;
          throw new Broken(`a webhook was tested ${hook.tests.length} times, and got ${own.length} tests`, [
            ...hook.tests,
            extra.first,
          ]);
        }
      });
    },
  }),
  every({
    ...documented,
    id: "webhooks.own-company",
    section: "Resources and their fields: Webhook",
    text: "What happens to one company is not told to a webhook of another one.",
    those: ({ hooks }) => {
      const foreign = hooks.filter(({ account }) => account.includes(", other company"));
      return foreign.flatMap((hook) => {
        const others = hooks.filter(({ account }) => hook.account.startsWith(`${account}, `));
        const own = toldIn(others).filter(({ first }) => first.at > hook.creation.answeredAt);
        return own.length === 0 ? [] : [{ hook, own }];
      });
    },
    judge: ({ hook, own }) => {
      for (const { first } of toldIn([hook])) {
        const same = own.find((one) => isSameEvent(one.first, first));
        if (same === undefined) continue;
        throw new Broken("a webhook of one company was told what happened to another one", [same.first, first]);
      }
    },
  }),
  every({
    ...documented,
    id: "webhooks.hidden-from-others",
    section: "Resources and their fields: Webhook",
    text: "To another company a webhook is not listed, its log is not shown, and it cannot be tested.",
    those: ({ hooks, trace }) => {
      const asked = ["listWebhooks", "listWebhookLogs", "testWebhook"].flatMap((name) => ownCallsOf(trace, name));
      return hooks.flatMap((hook) =>
        asked.filter(({ account }) => account === `${hook.account}, other company`).map((call) => ({ hook, call })),
      );
    },
    judge: ({ hook, call }, { logs }) => {
      const own = logs.find((log) => log.hook === hook)?.entries ?? [];
      if (isSuccess(call) && showsOrTests(call, hook, own))
        throw new Broken("a webhook of one company is there for another one, too", [hook.creation, call]);
    },
  }),
];

/** Another company may have a webhook with the same id. */
function showsOrTests(call: Call, { id, url, deliveries }: Hook, own: readonly JsonObject[]): boolean {
  if (call.operationId === "listWebhooks") return listsUrl(call, url);
  if (call.request.id !== id) return false;
  const shown = new Set(logEntries(call.response?.json).map((entry) => JSON.stringify(entry)));
  if (call.operationId === "listWebhookLogs")
    return own.length > 0 && own.every((entry) => shown.has(JSON.stringify(entry)));
  // It says so of itself where an error has 200, and others may be told something at that time.
  if (saysRefusal(call.response?.json)) return false;
  const isThen = (at: number) => at >= call.askedAt && at <= call.answeredAt + PATIENT_MS;
  return deliveries.some(({ isOfEvent, first }) => !isOfEvent && isThen(first.at));
}

/** What tests are called, where that is no name of an event. */
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
  const isThere = (hook: Hook) => hook.deliveries.length > 0 || (!isPartial && isMute(hook, hooks));
  const selected = listeners(event, account, at, hooks);
  return selected.filter((hook) => isThere(hook) && isHealthy(hook) && !isDeleted(hook, trace));
}

/** Whether the trace goes on long enough after an instant to have seen a delivery. */
function isLongAgo(account: string, at: number, { trace }: Seen): boolean {
  return endOf(account, trace) >= at + PATIENT_MS;
}

const PATIENT_MS = 3_000;

const MINUTE_MS = 60_000;
/** A greeting comes within this, and the first test of a webhook that is told of events later. */
const GREETED_MS = 2_500;
