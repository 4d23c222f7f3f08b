import type { Defect } from "../defects/defect.ts";

const webhookRequest = "src/outbound/webhook-request.ts";

export const headersDefects: readonly Defect[] = [
  {
    id: "event-header-is-the-topic",
    breaks: ["headers.event"],
    file: webhookRequest,
    find: '"X-Webhook-Event": shownEvent(request),',
    replace: '"X-Webhook-Event": shownEvent(request).replace(/[.].*/, ""),',
  },
  {
    id: "delivery-header-is-of-the-event",
    breaks: ["headers.delivery"],
    file: webhookRequest,
    find: '"X-Webhook-Delivery": request.deliveryId,',
    replace: '"X-Webhook-Delivery": sign("", request.body).slice(7, 31),',
  },
  {
    id: "delivery-header-is-missing",
    breaks: ["headers.delivery"],
    file: webhookRequest,
    find: '    "X-Webhook-Delivery": request.deliveryId,\n',
    replace: "",
  },
  {
    id: "timestamp-header-in-seconds",
    breaks: ["headers.timestamp"],
    file: webhookRequest,
    find: '"X-Webhook-Timestamp": timestampOf(request.sentAt),',
    replace: '"X-Webhook-Timestamp": String(Math.floor(request.sentAt / 1_000)),',
  },
];
