import { type Defect, planted } from "../defects/defect.ts";

const webhookRequest = "src/outbound/webhook-request.ts";

export const headersDefects: readonly Defect[] = [
  ...planted(webhookRequest, '"X-Webhook-Event": shownEvent(request),', {
    "event-header-is-the-topic breaks headers.event": '"X-Webhook-Event": shownEvent(request).replace(/[.].*/, ""),',
  }),
  ...planted(webhookRequest, '"X-Webhook-Delivery": request.deliveryId,', {
    "delivery-header-is-of-the-event breaks headers.delivery":
      '"X-Webhook-Delivery": sign("", request.body).slice(7, 31),',
  }),
  ...planted(webhookRequest, '    "X-Webhook-Delivery": request.deliveryId,\n', {
    "delivery-header-is-missing breaks headers.delivery": "",
  }),
  ...planted(webhookRequest, '"X-Webhook-Timestamp": isoText(request.sentAt),', {
    "timestamp-header-in-seconds breaks headers.timestamp":
      '"X-Webhook-Timestamp": String(Math.floor(request.sentAt / 1_000)),',
  }),
];
