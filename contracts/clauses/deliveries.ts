import { instantIn, isUtcInstant } from "../judge/instant.ts";
import { isObject, shown } from "../judge/json.ts";
import type { SeenDelivery } from "../model/deliveries.ts";
import { isDocumentedEvent } from "../model/event-names.ts";
import type { Seen } from "../model/seen.ts";
import { eventsTold } from "../stories/deliveries.ts";
import { every } from "./clause.ts";
import { Broken } from "./judging.ts";

const documented = {
  section: "Resources and their fields: Webhook delivery payload",
  needs: [eventsTold],
} as const;

/** What a delivery consists of: tests too, but for what is in them, which is not shown. */
export const deliveriesClauses = [
  every({
    ...documented,
    id: "deliveries.post",
    section: "Events",
    text: "A delivery is a POST to the webhook's URL.",
    those: attemptsIn,
    judge: (attempt) => {
      if (attempt.method !== "POST")
        throw new Broken(`a delivery must be a POST, and was a ${attempt.method}`, [attempt]);
    },
  }),
  every({
    ...documented,
    id: "deliveries.content-type",
    section: "Events: Delivery headers",
    text: "A delivery has the content type `application/json`.",
    those: attemptsIn,
    judge: (attempt) => {
      const type = attempt.headers["content-type"] ?? "missing";
      if (/^application\/json\s*(?:;|$)/i.test(type)) return;
      throw new Broken(`the content type must be application/json, and is ${type}`, [attempt]);
    },
  }),
  every({
    ...documented,
    id: "deliveries.event",
    text: "The JSON object of a delivery has the event's name as a string `event`.",
    covers: ["webhooks/*/post/requestBody/content/application~1json/schema/properties/event"],
    those: ({ hooks }) => toldIn(hooks),
    judge: ({ first }) => {
      const { event } = isObject(first.json) ? first.json : {};
      if (isDocumentedEvent(event)) return;
      throw new Broken(`"event" must be the name of an event, and the body is ${shown(first.json)}`, [first]);
    },
  }),
  every({
    ...documented,
    id: "deliveries.data",
    text: "The JSON object of a delivery has an object `data`.",
    those: eventsIn,
    judge: ({ first }) => {
      if (isObject(first.json) && isObject(first.json.data)) return;
      throw new Broken(`"data" must be an object, and the body is ${shown(first.json)}`, [first]);
    },
  }),
  every({
    ...documented,
    id: "deliveries.timestamp",
    text: "The JSON object of a delivery has the time of the event as `timestamp`, an ISO 8601 instant in UTC.",
    those: eventsIn,
    judge: ({ first }) => {
      const { timestamp } = isObject(first.json) ? first.json : {};
      if (!isUtcInstant(timestamp)) {
        throw new Broken(`"timestamp" must be an ISO 8601 instant in UTC, and is ${shown(timestamp)}`, [first]);
      }
      // A target's clock may not be quite right.
      if (Math.abs(instantIn(timestamp) - first.at) <= TOLERANCE_MS) return;
      throw new Broken(`"timestamp" must be the time of the event, and is ${timestamp}`, [first]);
    },
  }),
];

export function attemptsIn({ hooks }: Seen) {
  return hooks.flatMap(({ deliveries }) => deliveries.flatMap(({ attempts }) => attempts));
}

/** Deliveries that tell of an event for sure. */
export function eventsIn({ hooks }: Seen): readonly SeenDelivery[] {
  return hooks.flatMap(({ deliveries }) => deliveries.filter(({ isOfEvent }) => isOfEvent));
}

/** The same, and those of which only the name is not an event's. */
export function toldIn(hooks: Seen["hooks"]): readonly SeenDelivery[] {
  return hooks.flatMap(({ deliveries }) => deliveries.filter((one) => one.isOfEvent || one.isMisnamed));
}

const TOLERANCE_MS = 30 * 60_000;
