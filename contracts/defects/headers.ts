import type { Defect } from "./defect.ts";

const letter = "src/outbound/letter.ts";

export const headersDefects: readonly Defect[] = [
  {
    id: "event-header-is-the-topic",
    breaks: ["headers.event"],
    file: letter,
    find: '"X-Webhook-Event": letter.event,',
    replace: '"X-Webhook-Event": letter.event.replace(/[.].*/, ""),',
  },
  {
    id: "delivery-header-is-of-the-event",
    breaks: ["headers.delivery"],
    file: letter,
    find: '"X-Webhook-Delivery": letter.deliveryId,',
    replace: '"X-Webhook-Delivery": sign("", letter.body).slice(7, 31),',
  },
  {
    id: "delivery-header-is-missing",
    breaks: ["headers.delivery"],
    file: letter,
    find: '    "X-Webhook-Delivery": letter.deliveryId,\n',
    replace: "",
  },
  {
    id: "timestamp-header-in-seconds",
    breaks: ["headers.timestamp"],
    file: letter,
    find: '"X-Webhook-Timestamp": new Date(letter.sentAt).toISOString(),',
    replace: '"X-Webhook-Timestamp": String(Math.floor(letter.sentAt / 1_000)),',
  },
];
