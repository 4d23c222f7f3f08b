import { allowed, type HarmlessChange, replacing } from "./defect.ts";
import { sending, telling } from "./interface-change.ts";

/** What the document leaves open about webhook requests. */
export const harmlessDeliveries: readonly HarmlessChange[] = [
  ...allowed("The data of withdraw.completed is not shown.", telling, {
    "other-data-of-withdrawals":
      'if (name === "withdraw.completed") told.data = { withdrawal: { id: told.data.withdrawId, amount: told.data.value } };',
    "withdrawal-told-by-end-to-end-id": 'if (name === "withdraw.completed") told.data = { e2e: told.data.endToEndId };',
    "empty-data-of-withdrawals": 'if (name === "withdraw.completed") told.data = {};',
  }),
  ...allowed("The data of subscription events is not shown.", telling, {
    "other-data-of-subscriptions":
      'if (name.startsWith("subscription.")) told.data = { subscription: told.data.subscriptionId };',
  }),
  ...allowed("The data of dispute.chargeback is not shown.", telling, {
    "other-data-of-chargebacks":
      'if (name === "dispute.chargeback") told.data = { dispute: { charge: told.data.chargeId } };',
  }),
  ...allowed("The content of a test delivery is not shown.", telling, {
    "test-with-any-event":
      'if (name === "webhook.test") told = { event: "ping", data: {}, timestamp: told.timestamp, test: true };',
    "test-like-a-charge":
      'if (name === "webhook.test") told = { ...told, event: "charge.paid", data: { chargeId: "test", companyId: "c", paymentStatus: "PAID", total: 1000, externalId: null } };',
    "test-without-anything": 'if (name === "webhook.test") told = { hello: "world" };',
  }),
  ...allowed("A delivery may say more than is shown.", telling, {
    "extra-members-of-deliveries":
      'told = { id: "evt_1", apiVersion: "2026-01", ...told, data: { ...told.data, livemode: false } };',
  }),
  ...allowed("ISO 8601 has no milliseconds of necessity.", telling, {
    "instants-without-milliseconds":
      'told = JSON.parse(JSON.stringify(told).replace(/(T\\d\\d:\\d\\d:\\d\\d)\\.\\d{3}Z/g, "$1Z"));',
  }),
  ...allowed("ISO 8601 allows more digits.", telling, {
    "instants-with-microseconds":
      'told = JSON.parse(JSON.stringify(told).replace(/(T\\d\\d:\\d\\d:\\d\\d\\.\\d{3})Z/g, "$1000Z"));',
  }),
  ...allowed("The offset of UTC may be written as +00:00.", telling, {
    "instants-with-utc-offset":
      'told = JSON.parse(JSON.stringify(told).replace(/(T\\d\\d:\\d\\d:\\d\\d\\.\\d{3})Z/g, "$1+00:00"));',
  }),
  ...allowed("previousStatus may be null.", telling, {
    "previous-status-null": 'if (name.startsWith("charge.")) told.data.previousStatus = null;',
  }),
  ...allowed("previousStatus may be absent.", telling, {
    "previous-status-absent": 'if (name.startsWith("charge.")) delete told.data.previousStatus;',
  }),
  ...allowed("customer may be null.", telling, {
    "customer-null": 'if (name.startsWith("charge.")) told.data.customer = null;',
  }),
  ...allowed("customer may be absent.", telling, {
    "customer-absent": 'if (name.startsWith("charge.")) delete told.data.customer;',
  }),
  ...allowed("The members of a JSON object have no order.", telling, {
    "other-order-in-deliveries": "told = Object.fromEntries(Object.entries(told).reverse());",
  }),
  ...allowed("Header names have no case.", sending, {
    "headers-in-small-letters":
      "headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));",
  }),
  ...allowed("More headers are allowed.", sending, {
    "extra-delivery-headers":
      'headers["X-Webhook-Attempt"] = "1"; headers["X-Webhook-Id"] = "w1"; headers.traceparent = "00-1-1-00";',
  }),
  ...allowed("The media type may have parameters.", sending, {
    "content-type-with-charset": 'headers["Content-Type"] = "application/json; charset=utf-8";',
  }),
  ...allowed("ISO 8601 has no milliseconds of necessity.", sending, {
    "header-timestamp-without-milliseconds":
      'headers["X-Webhook-Timestamp"] = headers["X-Webhook-Timestamp"].replace(/\\.\\d{3}Z/, "Z");',
  }),
  ...allowed("ISO 8601 allows an offset, and the header's is not said to be UTC.", sending, {
    "header-timestamp-with-offset":
      'headers["X-Webhook-Timestamp"] = new Date(request.sentAt - 10_800_000).toISOString().replace("Z", "-03:00");',
  }),
  ...allowed("The form of a delivery's id is not shown.", sending, {
    "delivery-id-is-a-number":
      'headers["X-Webhook-Delivery"] = String(Number.parseInt(headers["X-Webhook-Delivery"].slice(-8), 16));',
  }),
  ...allowed("Hexadecimal digits may be capitals.", sending, {
    "signature-in-capitals":
      'headers["X-Webhook-Signature"] = "sha256=" + headers["X-Webhook-Signature"].slice(7).toUpperCase();',
  }),
  ...allowed(
    "The waits are about 5, 10, 20 and 40 seconds.",
    replacing("src/domain/attempt.ts", "return firstBackoffMs * 2 ** (number - 1);"),
    {
      "waits-ten-percent-longer": "return firstBackoffMs * 2 ** (number - 1) * 1.1;",
      "waits-ten-percent-shorter": "return firstBackoffMs * 2 ** (number - 1) * 0.9;",
    },
  ),
];
