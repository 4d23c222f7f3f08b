import type { WebhookRequest } from "../webhook-request.ts";

/** A request to that URL in a world without routes and without a URL policy, with all the time in the world. */
export function requestTo(url: string, changes: Partial<WebhookRequest> = {}): WebhookRequest {
  return {
    worldId: "w",
    deliveryId: "dlv_01",
    event: "charge.paid",
    body: '{"event":"charge.paid","data":{"chargeId":"chg_1"},"timestamp":"2026-03-01T12:00:00.000Z"}',
    secret: "whsec_of_a_test",
    sentAt: Date.UTC(2026, 2, 1, 12, 0, 0, 7),
    url,
    routes: [],
    webhookUrls: "any",
    timeoutMs: 20_000,
    ...changes,
  };
}

/** A request to `https://hooks.acme.dev/webhooks?from=saldo` in a strict world that routes that host to `target`. */
export function requestRoutedTo(target: string, changes: Partial<WebhookRequest> = {}): WebhookRequest {
  return requestTo("https://hooks.acme.dev/webhooks?from=saldo", {
    routes: [{ host: "hooks.acme.dev", target }],
    webhookUrls: "strict",
    ...changes,
  });
}
