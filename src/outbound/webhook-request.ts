import type { Instant } from "../domain/instant.ts";
import type { Route } from "../domain/route.ts";
import type { WebhookUrls } from "../domain/webhook-url.ts";
import { sign } from "./signature.ts";

/** What one attempt sends, and where to. */
export interface WebhookRequest {
  /** The world that sends it. Worlds take turns. */
  readonly worldId: string;
  /** The same in every attempt of a delivery, so that a receiver can tell a repetition. */
  readonly deliveryId: string;
  readonly event: string;
  /** Exactly this text is sent and signed, as UTF-8. */
  readonly body: string;
  readonly secret: string;
  /** What X-Webhook-Timestamp says. */
  readonly sentAt: Instant;
  /** Where the webhook points; a route for its host leads elsewhere. */
  readonly url: string;
  readonly routes: readonly Route[];
  /** Whether addresses are checked before they are connected to. */
  readonly webhookUrls: WebhookUrls;
  /** Real milliseconds for the whole attempt: to connect, to send, to get the whole answer. */
  readonly timeoutMs: number;
}

/** The headers of an attempt (interface: "Delivery headers"), spelled as they are sent. */
export function webhookHeaders(
  request: Pick<WebhookRequest, "deliveryId" | "event" | "body" | "secret" | "sentAt">,
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "Saldo",
    "X-Webhook-Event": request.event,
    "X-Webhook-Delivery": request.deliveryId,
    "X-Webhook-Timestamp": new Date(request.sentAt).toISOString(),
    "X-Webhook-Signature": sign(request.secret, request.body),
  };
}
