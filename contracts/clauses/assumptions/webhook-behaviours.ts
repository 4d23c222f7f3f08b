import { durationText } from "../../judge/duration.ts";
import { valuesIn } from "../../judge/json.ts";
import { reservedEvent } from "../../model/event-names.ts";
import { logEntries } from "../../model/log.ts";
import { testDeliveries } from "../../model/test-deliveries.ts";
import type { Hook } from "../../model/webhooks.ts";
import { eventsTold } from "../../stories/deliveries.ts";
import { oddlyRead } from "../../stories/odd-requests.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import { callsOf } from "../../trace/find.ts";
import { type Arrival, type Call, isSuccess } from "../../trace/trace.ts";
import type { Clause } from "../clause.ts";
import { behaviour } from "./assumption.ts";

const waitsMs = [5_000, 10_000, 20_000, 40_000];

/** What happens around webhooks where the document does not say, or not exactly. Named after the keys of `x-behaviours`. */
export const webhookBehaviourClauses: readonly Clause[] = [
  behaviour({
    id: "behaviour.reserved-event",
    section: "Events: Event names",
    text: "`charge.received` is in the list of events and can be selected.",
    needs: [oddlyRead, oddWebhooks],
    those: ({ named }) => named.filter(({ outcome }) => outcome === "webhook-events-listed"),
    differs: ({ call }, { hooks }) => {
      const isTaken = hooks.some(({ events }) => events.includes(reservedEvent));
      const isListed = valuesIn(call.response?.json).includes(reservedEvent);
      return !isListed && !isTaken && `${reservedEvent} is not in the list of events`;
    },
  }),
  behaviour({
    id: "behaviour.webhook-urls",
    section: "Errors",
    text: "Every spelling of a special address, all reserved domains, names without a dot and URLs with credentials are refused for webhooks; plain http is not.",
    needs: [oddWebhooks],
    those: ({ trace }) =>
      callsOf(trace, "createWebhook").filter(({ request }) => oddUrl.test(String(request.members.url))),
    differs: (call) => isSuccess(call) && `a webhook can be created for ${call.request.members.url}`,
  }),
  behaviour({
    id: "behaviour.delivery-identity",
    section: "Events: Delivery headers",
    text: "A repeated attempt has the same `X-Webhook-Delivery` and the same body, and a timestamp of its own; the digits of a signature are lower case.",
    needs: [eventsTold],
    those: ({ hooks }) => repetitions(hooks),
    differs: ({ first, second }) => {
      const isSame = (name: string) => first.headers[name] === second.headers[name];
      if (!isSame("x-webhook-delivery")) return "a repeated attempt has another X-Webhook-Delivery";
      if (!first.body.equals(second.body)) return "a repeated attempt has another body";
      if (isSame("x-webhook-timestamp")) return "a repeated attempt has the X-Webhook-Timestamp of the first";
      return /^sha256=.*[A-F]/.test(first.headers["x-webhook-signature"] ?? "") && "a signature has upper case digits";
    },
  }),
  behaviour({
    id: "behaviour.delivery-attempts",
    section: "Events: Delivery attempts",
    text: "The waits are exactly 5, 10, 20 and 40 seconds, counted from each failure, and no redirect is followed.",
    needs: [eventsTold],
    those: ({ hooks }) => repetitions(hooks),
    differs: ({ first, second, nth }) => {
      // The clock of a sandbox does not go on while a receiver takes its time.
      const isAdvanced = Math.abs(second.receivedAt - first.receivedAt - (second.at - first.at)) > 1_000;
      const waitedMs = second.at - first.at - (isAdvanced ? 0 : first.delayMs);
      const isExact = Math.abs(waitedMs - (waitsMs[nth - 1] ?? waitedMs)) <= (isAdvanced ? 2_000 : 1_000);
      return !isExact && `attempt ${nth + 1} comes ${durationText(waitedMs)} after the one before`;
    },
  }),
  behaviour({
    id: "behaviour.delivery-answers",
    section: "Events: Delivery attempts",
    text: "An attempt has failed, whatever its status, if the receiver's whole answer has not come in time.",
    needs: [],
    those: ({ hooks }) => repetitions(hooks).filter(({ first }) => first.status === 200 && first.delayMs > 10_000),
    differs: () => false,
  }),
  behaviour({
    id: "behaviour.webhook-deactivation",
    section: "States and transitions: Webhook",
    text: "Attempts that a deactivated webhook still has before it are dropped, and a reactivation makes up for nothing.",
    needs: [],
    those: ({ hooks }) =>
      hooks.flatMap((hook) => {
        const fifth = hook.deliveries.find(({ attempts }) => attempts.length >= 5 && attempts.every(isFailure))
          ?.attempts[4];
        return fifth === undefined ? [] : [{ hook, fifth }];
      }),
    differs: ({ hook: { deliveries }, fifth }) => {
      const more = deliveries.filter(({ attempts: [first, ...others] }) => {
        return first !== undefined && first.at < fifth.at && others.some(({ at }) => at > fifth.at);
      });
      return more.length > 0 && `after its deactivation a webhook gets attempts of ${more.length} earlier deliveries`;
    },
  }),
  behaviour({
    id: "behaviour.delivery-log",
    section: "Resources and their fields: Delivery log entry",
    text: "The log has an entry for each attempt.",
    needs: [oddWebhooks],
    those: ({ named, hooks }) => {
      const logs = named.filter(({ outcome }) => outcome === "delivery-log-listed");
      return logs.flatMap(({ call }) => {
        const attempts = attemptsBefore(call, hooks);
        const listed = logEntries(call.response?.json).length;
        // An attempt may be logged only when it has ended.
        return attempts.length > 1 && call.askedAt - (attempts.at(-1)?.at ?? 0) > 1_000 ? [{ attempts, listed }] : [];
      });
    },
    differs: ({ attempts, listed }) => {
      return listed !== attempts.length && `the log of ${attempts.length} attempts has ${listed} entries`;
    },
  }),
  behaviour({
    id: "behaviour.test-delivery",
    section: "Endpoints",
    text: "A test delivery is attempted once, is in the log, and deactivates nothing when it fails.",
    needs: [oddWebhooks],
    those: ({ trace, hooks }) => [...testDeliveries(trace, hooks)].filter(({ first }) => isFailure(first)),
    differs: ({ attempts }, { hooks, named }) => {
      if (attempts.length > 1) return `a test delivery that fails is attempted ${attempts.length} times`;
      const empty = named.filter(
        ({ outcome, call }) => outcome === "delivery-log-listed" && logEntries(call.response?.json).length === 0,
      );
      const isMissing = empty.some(({ call }) => attemptsBefore(call, hooks).some((one) => attempts.includes(one)));
      return isMissing && "a test delivery is not in the log";
    },
  }),
];

const oddUrl = /user:secret@|\/\/(intranet|hooks\.invalid|hooks\.example\.org|\[|2130706433|0x7f|169\.254\.)/;

/** Each two attempts in a row of a delivery, with the number of the first, from 1. */
function repetitions(hooks: readonly Hook[]) {
  const deliveries = hooks.flatMap((hook) => hook.deliveries);
  return deliveries.flatMap(({ attempts }) =>
    attempts.flatMap((second, nth) => {
      const first = attempts[nth - 1];
      return first === undefined ? [] : [{ first, second, nth }];
    }),
  );
}

function isFailure({ status }: Arrival): boolean {
  return status < 200 || status > 299;
}

/** The attempts that the webhook of a log had got. */
function attemptsBefore({ request, askedAt }: Call, hooks: readonly Hook[]): readonly Arrival[] {
  const own = hooks.find(({ id }) => id !== undefined && id === request.id);
  const all = own?.deliveries.flatMap(({ attempts }) => attempts) ?? [];
  return all.filter(({ at }) => at <= askedAt).toSorted((a, b) => a.at - b.at);
}
