import { isInstant } from "../judge/instant.ts";
import { bodyOf } from "../model/deliveries.ts";
import { eventsTold } from "../stories/deliveries.ts";
import { clause, every } from "./clause.ts";
import { attemptsIn } from "./deliveries.ts";
import { Broken, each, NotJudged } from "./judging.ts";

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
      for (const attempt of attemptsIn(seen)) {
        if ((attempt.headers["x-webhook-delivery"] ?? "") === "") {
          throw new Broken("a delivery must have X-Webhook-Delivery", [attempt]);
        }
      }
      const deliveries = seen.hooks.flatMap((hook) =>
        hook.deliveries.map(({ first }) => ({ first, account: hook.account })),
      );
      if (deliveries.length < 2) throw new NotJudged("fewer than two deliveries have come");
      const known = new Map<string, (typeof deliveries)[number]>();
      return each(deliveries, (delivery) => {
        const id = delivery.first.headers["x-webhook-delivery"] ?? "";
        const before = known.get(`${delivery.account} ${id}`);
        if (before !== undefined) {
          throw new Broken(`two deliveries have the X-Webhook-Delivery ${id}`, [before.first, delivery.first]);
        }
        known.set(`${delivery.account} ${id}`, delivery);
      });
    },
  }),
  every({
    ...documented,
    id: "headers.timestamp",
    text: "`X-Webhook-Timestamp` is an ISO 8601 instant.",
    those: attemptsIn,
    judge: (attempt) => {
      const timestamp = attempt.headers["x-webhook-timestamp"];
      if (isInstant(timestamp)) return;
      throw new Broken(`X-Webhook-Timestamp must be an ISO 8601 instant, and is ${timestamp ?? "missing"}`, [attempt]);
    },
  }),
];
