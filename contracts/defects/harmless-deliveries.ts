import type { HarmlessChange } from "./defect.ts";
import { sending, telling } from "./interface-change.ts";

function harmless(id: string, why: string, edit: Omit<HarmlessChange, "id" | "why">): HarmlessChange {
  return { id: `harmless-${id}`, why, ...edit };
}

/** What the document leaves open about webhook requests. */
export const harmlessDeliveries: readonly HarmlessChange[] = [
  harmless(
    "other-data-of-withdrawals",
    "The data of withdraw.completed is not shown.",
    telling(
      'if (name === "withdraw.completed") told.data = { withdrawal: { id: told.data.withdrawId, amount: told.data.value } };',
    ),
  ),
  harmless(
    "withdrawal-told-by-end-to-end-id",
    "The data of withdraw.completed is not shown.",
    telling('if (name === "withdraw.completed") told.data = { e2e: told.data.endToEndId };'),
  ),
  harmless(
    "empty-data-of-withdrawals",
    "The data of withdraw.completed is not shown.",
    telling('if (name === "withdraw.completed") told.data = {};'),
  ),
  harmless(
    "other-data-of-subscriptions",
    "The data of subscription events is not shown.",
    telling('if (name.startsWith("subscription.")) told.data = { subscription: told.data.subscriptionId };'),
  ),
  harmless(
    "other-data-of-chargebacks",
    "The data of dispute.chargeback is not shown.",
    telling('if (name === "dispute.chargeback") told.data = { dispute: { charge: told.data.chargeId } };'),
  ),
  harmless(
    "test-with-any-event",
    "The content of a test delivery is not shown.",
    telling('if (name === "webhook.test") told = { event: "ping", data: {}, timestamp: told.timestamp, test: true };'),
  ),
  harmless(
    "test-like-a-charge",
    "The content of a test delivery is not shown.",
    telling(
      'if (name === "webhook.test") told = { ...told, event: "charge.paid", data: { chargeId: "test", companyId: "c", paymentStatus: "PAID", total: 1000, externalId: null } };',
    ),
  ),
  harmless(
    "test-without-anything",
    "The content of a test delivery is not shown.",
    telling('if (name === "webhook.test") told = { hello: "world" };'),
  ),
  harmless(
    "extra-members-of-deliveries",
    "A delivery may say more than is shown.",
    telling('told = { id: "evt_1", apiVersion: "2026-01", ...told, data: { ...told.data, livemode: false } };'),
  ),
  harmless(
    "instants-without-milliseconds",
    "ISO 8601 has no milliseconds of necessity.",
    telling('told = JSON.parse(JSON.stringify(told).replace(/(T\\d\\d:\\d\\d:\\d\\d)\\.\\d{3}Z/g, "$1Z"));'),
  ),
  harmless(
    "instants-with-microseconds",
    "ISO 8601 allows more digits.",
    telling('told = JSON.parse(JSON.stringify(told).replace(/(T\\d\\d:\\d\\d:\\d\\d\\.\\d{3})Z/g, "$1000Z"));'),
  ),
  harmless(
    "instants-with-utc-offset",
    "The offset of UTC may be written as +00:00.",
    telling('told = JSON.parse(JSON.stringify(told).replace(/(T\\d\\d:\\d\\d:\\d\\d\\.\\d{3})Z/g, "$1+00:00"));'),
  ),
  harmless(
    "previous-status-null",
    "previousStatus may be null.",
    telling('if (name.startsWith("charge.")) told.data.previousStatus = null;'),
  ),
  harmless(
    "previous-status-absent",
    "previousStatus may be absent.",
    telling('if (name.startsWith("charge.")) delete told.data.previousStatus;'),
  ),
  harmless(
    "customer-null",
    "customer may be null.",
    telling('if (name.startsWith("charge.")) told.data.customer = null;'),
  ),
  harmless(
    "customer-absent",
    "customer may be absent.",
    telling('if (name.startsWith("charge.")) delete told.data.customer;'),
  ),
  harmless(
    "other-order-in-deliveries",
    "The members of a JSON object have no order.",
    telling("told = Object.fromEntries(Object.entries(told).reverse());"),
  ),
  harmless(
    "headers-in-small-letters",
    "Header names have no case.",
    sending(
      "headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));",
    ),
  ),
  harmless(
    "extra-delivery-headers",
    "More headers are allowed.",
    sending('headers["X-Webhook-Attempt"] = "1"; headers["X-Webhook-Id"] = "w1"; headers.traceparent = "00-1-1-00";'),
  ),
  harmless(
    "content-type-with-charset",
    "The media type may have parameters.",
    sending('headers["Content-Type"] = "application/json; charset=utf-8";'),
  ),
  harmless(
    "header-timestamp-without-milliseconds",
    "ISO 8601 has no milliseconds of necessity.",
    sending('headers["X-Webhook-Timestamp"] = headers["X-Webhook-Timestamp"].replace(/\\.\\d{3}Z/, "Z");'),
  ),
  harmless(
    "header-timestamp-with-offset",
    "ISO 8601 allows an offset, and the header's is not said to be UTC.",
    sending(
      'headers["X-Webhook-Timestamp"] = new Date(request.sentAt - 10_800_000).toISOString().replace("Z", "-03:00");',
    ),
  ),
  harmless(
    "delivery-id-is-a-number",
    "The form of a delivery's id is not shown.",
    sending('headers["X-Webhook-Delivery"] = String(Number.parseInt(headers["X-Webhook-Delivery"].slice(-8), 16));'),
  ),
  harmless(
    "signature-in-capitals",
    "Hexadecimal digits may be capitals.",
    sending('headers["X-Webhook-Signature"] = "sha256=" + headers["X-Webhook-Signature"].slice(7).toUpperCase();'),
  ),
  harmless("waits-ten-percent-longer", "The waits are about 5, 10, 20 and 40 seconds.", {
    file: "src/domain/attempt.ts",
    find: "return firstBackoffMs * 2 ** (number - 1);",
    replace: "return firstBackoffMs * 2 ** (number - 1) * 1.1;",
  }),
  harmless("waits-ten-percent-shorter", "The waits are about 5, 10, 20 and 40 seconds.", {
    file: "src/domain/attempt.ts",
    find: "return firstBackoffMs * 2 ** (number - 1);",
    replace: "return firstBackoffMs * 2 ** (number - 1) * 0.9;",
  }),
];
