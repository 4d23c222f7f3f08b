import { isInstant } from "../judge/instant.ts";
import { bodyOf } from "../model/deliveries.ts";
import { eventsTold } from "../stories/deliveries.ts";
import type { Arrival } from "../trace/trace.ts";
import { clause, right } from "./clause.ts";
import { attemptsIn } from "./deliveries.ts";
import { Broken, each, NotJudged, twinsIn } from "./judging.ts";

const documented = { section: "Events: Delivery headers", needs: [eventsTold] } as const;

/** What the headers of a delivery say, of tests too. */
export const headersClauses = [
  clause({
    ...documented,
    id: "headers.event",
    text: "`X-Webhook-Event` is the name of the event, the one in the body.",
    judge: (seen) => {
      const deliveries = seen.hooks.flatMap((hook) => hook.deliveries);
      // What the body of a test says is not documented.
      const ofEvents = new Set(deliveries.flatMap(({ isOfEvent, attempts }) => (isOfEvent ? attempts : [])));
      return each(attemptsIn(seen), (attempt) => {
        const name = attempt.headers["x-webhook-event"] ?? "";
        if (name === "") throw new Broken("a delivery must have X-Webhook-Event", [attempt]);
        const { event } = bodyOf(attempt);
        if (typeof event !== "string" || name === event || !ofEvents.has(attempt)) return;
        throw new Broken(`X-Webhook-Event must be the event in the body, ${event}, and is ${name}`, [attempt]);
      });
    },
  }),
  clause({
    ...documented,
    id: "headers.delivery",
    text: "`X-Webhook-Delivery` identifies a delivery: no two of them have the same.",
    judge: (seen) => {
      const idOf = ({ headers }: Arrival) => headers["x-webhook-delivery"] ?? "";
      const nameless = attemptsIn(seen).find((attempt) => idOf(attempt) === "");
      if (nameless !== undefined) throw new Broken("a delivery must have X-Webhook-Delivery", [nameless]);
      const firsts = seen.hooks.flatMap(({ deliveries }) => deliveries.map(({ first }) => first));
      if (firsts.length < 2) throw new NotJudged("fewer than two deliveries have come");
      const twins = twinsIn(firsts, (first) => `${first.account} ${idOf(first)}`);
      if (twins === undefined) return undefined;
      throw new Broken(`two deliveries have the X-Webhook-Delivery ${twins.map(idOf)[0]}`, twins);
    },
  }),
  right({
    ...documented,
    id: "headers.timestamp",
    text: "`X-Webhook-Timestamp` is an ISO 8601 instant.",
    those: attemptsIn,
    wrong: ({ headers: { "x-webhook-timestamp": timestamp } }) =>
      !isInstant(timestamp) && `X-Webhook-Timestamp must be an ISO 8601 instant, and is ${timestamp ?? "missing"}`,
  }),
];
