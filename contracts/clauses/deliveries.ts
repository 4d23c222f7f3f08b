import { instantIn, isUtcInstant } from "../judge/instant.ts";
import { isObject, shown } from "../judge/json.ts";
import { bodyOf, type SeenDelivery } from "../model/deliveries.ts";
import { isDocumentedEvent } from "../model/event-names.ts";
import type { Seen } from "../model/seen.ts";
import { eventsTold } from "../stories/deliveries.ts";
import { right } from "./clause.ts";

const documented = {
  section: "Resources and their fields: Webhook delivery payload",
  needs: [eventsTold],
} as const;

/** What a delivery consists of: tests too, but for what is in them, which is not shown. */
export const deliveriesClauses = [
  right({
    ...documented,
    id: "deliveries.post",
    section: "Events",
    text: "A delivery is a POST to the webhook's URL.",
    those: attemptsIn,
    wrong: ({ method }) => method !== "POST" && `a delivery must be a POST, and was a ${method}`,
  }),
  right({
    ...documented,
    id: "deliveries.content-type",
    section: "Events: Delivery headers",
    text: "A delivery has the content type `application/json`.",
    those: attemptsIn,
    wrong: ({ headers }) => {
      const type = headers["content-type"] ?? "missing";
      return !/^application\/json\s*(?:;|$)/i.test(type) && `the content type must be application/json, and is ${type}`;
    },
  }),
  right({
    ...documented,
    id: "deliveries.event",
    text: "The JSON object of a delivery has the event's name as a string `event`.",
    covers: ["webhooks/*/post/requestBody/content/application~1json/schema/properties/event"],
    those: ({ hooks }) => toldIn(hooks),
    wrong: ({ first }) =>
      !isDocumentedEvent(bodyOf(first).event) &&
      `"event" must be the name of an event, and the body is ${shown(first.json)}`,
  }),
  right({
    ...documented,
    id: "deliveries.data",
    text: "The JSON object of a delivery has an object `data`.",
    those: eventsIn,
    wrong: ({ first }) =>
      !isObject(bodyOf(first).data) && `"data" must be an object, and the body is ${shown(first.json)}`,
  }),
  right({
    ...documented,
    id: "deliveries.timestamp",
    text: "The JSON object of a delivery has the time of the event as `timestamp`, an ISO 8601 instant in UTC.",
    those: eventsIn,
    wrong: ({ first }) => {
      const { timestamp } = bodyOf(first);
      if (!isUtcInstant(timestamp)) return `"timestamp" must be an ISO 8601 instant in UTC, and is ${shown(timestamp)}`;
      // A target's clock may not be quite right.
      const isFar = Math.abs(instantIn(timestamp) - first.at) > TOLERANCE_MS;
      return isFar && `"timestamp" must be the time of the event, and is ${timestamp}`;
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
