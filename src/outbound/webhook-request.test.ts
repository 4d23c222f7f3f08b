import { expect, it } from "vitest";
import { Courier } from "./courier.ts";
import { startReceiver } from "./testing/receiver.ts";
import { requestRoutedTo } from "./testing/webhook-requests.ts";
import { webhookHeaders } from "./webhook-request.ts";

it("carries the event, the delivery, the moment with milliseconds, and the signature", async () => {
  await using receiver = await startReceiver();
  const sent = requestRoutedTo(receiver.url);
  const courier = new Courier();
  await courier.deliver(sent);
  await courier.close();

  const request = receiver.requests[0];
  expect(request?.method).toBe("POST");
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "Saldo",
    "x-webhook-event": "charge.paid",
    "x-webhook-delivery": "dlv_01",
    "x-webhook-timestamp": "2026-03-01T12:00:00.007Z",
    "x-webhook-signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
  });
  expect(request?.rawHeaders).toEqual(expect.arrayContaining(Object.entries(webhookHeaders(sent)).flat()));
});

it.each([
  ['{"event":"webhook.ping"}', "webhook.ping"],
  ['{"event":"olá"}', "webhook.test"],
  ["no JSON", "webhook.test"],
])("names the event as the body %j does, where a header can", (body, event) => {
  const request = { deliveryId: "dlv_01", event: "webhook.test", body, secret: "whsec_1", sentAt: 0 };
  expect(webhookHeaders(request)["X-Webhook-Event"]).toBe(event);
});
