import { expect, it } from "vitest";
import { requestTo } from "./testing/webhook-requests.ts";
import { webhookHeaders } from "./webhook-request.ts";

it("carries the event, the delivery, the moment with milliseconds, and the signature", () => {
  expect(webhookHeaders(requestTo("https://hooks.acme.dev/"))).toEqual({
    "Content-Type": "application/json",
    "User-Agent": "Saldo",
    "X-Webhook-Event": "charge.paid",
    "X-Webhook-Delivery": "dlv_01",
    "X-Webhook-Timestamp": "2026-03-01T12:00:00.007Z",
    "X-Webhook-Signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
  });
});

it.each([
  ['{"event":"webhook.ping"}', "webhook.ping"],
  ['{"event":"olá"}', "webhook.test"],
  ["no JSON", "webhook.test"],
])("names the event as the body %j does, where a header can", (body, event) => {
  const request = { deliveryId: "dlv_01", event: "webhook.test", body, secret: "whsec_1", sentAt: 0 };
  expect(webhookHeaders(request)["X-Webhook-Event"]).toBe(event);
});
