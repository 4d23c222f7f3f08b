import { allowed, type HarmlessChange, replacing } from "./defect.ts";
import { sending, telling } from "./interface-change.ts";

/** What the document leaves open about webhook requests. */
export const harmlessDeliveries: readonly HarmlessChange[] = [
  ...allowed("The data of withdraw.completed is not shown.", telling, {
    "empty-data-of-withdrawals": 'if (name === "withdraw.completed") told.data = {};',
  }),
  ...allowed("The content of a test delivery is not shown.", telling, {
    "test-like-a-charge":
      'if (name === "webhook.test") told = { ...told, event: "charge.paid", data: { chargeId: "test", companyId: "c", paymentStatus: "PAID", total: 1000, externalId: null } };',
    "test-without-anything": 'if (name === "webhook.test") told = { hello: "world" };',
  }),
  ...allowed("A delivery may say more than is shown.", telling, {
    "extra-members-of-deliveries":
      'told = { id: "evt_1", apiVersion: "2026-01", ...told, data: { ...told.data, livemode: false } };',
  }),
  ...allowed("More headers are allowed.", sending, {
    "extra-delivery-headers":
      'headers["X-Webhook-Attempt"] = "1"; headers["X-Webhook-Id"] = "w1"; headers.traceparent = "00-1-1-00";',
  }),
  ...allowed("ISO 8601 allows an offset, and the header's is not said to be UTC.", sending, {
    "header-timestamp-with-offset":
      'headers["X-Webhook-Timestamp"] = new Date(request.sentAt - 10_800_000).toISOString().replace("Z", "-03:00");',
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
