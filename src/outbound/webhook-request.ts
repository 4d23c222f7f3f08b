import type { Instant } from "../domain/instant.ts";
import type { Route } from "../domain/route.ts";
import type { WebhookUrls } from "../domain/webhook-url.ts";
import { sign } from "./signature.ts";

/** The request of one attempt, and where it goes. */
export interface WebhookRequest {
  /** The world that sends it. Worlds are served in rotation. */
  readonly worldId: string;
  /** The same in every attempt of a delivery, so that receivers can recognize repetitions. */
  readonly deliveryId: string;
  readonly event: string;
  /** Exactly this text is sent and signed, as UTF-8. */
  readonly body: string;
  readonly secret: string;
  /** The time in X-Webhook-Timestamp. */
  readonly sentAt: Instant;
  /** The webhook's URL. A route for its host leads elsewhere. */
  readonly url: string;
  readonly routes: readonly Route[];
  /** Whether addresses are checked before connecting. */
  readonly webhookUrls: WebhookUrls;
  /** Real milliseconds for the whole attempt: connecting, sending, and the complete response. */
  readonly timeoutMs: number;
}

/** Returns the headers of an attempt as they are sent (interface: "Delivery headers"). */
export function webhookHeaders(
  request: Pick<WebhookRequest, "deliveryId" | "event" | "body" | "secret" | "sentAt">,
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "Saldo",
    "X-Webhook-Event": shownEvent(request),
    "X-Webhook-Delivery": request.deliveryId,
    "X-Webhook-Timestamp": new Date(request.sentAt).toISOString(),
    "X-Webhook-Signature": sign(request.secret, request.body),
  };
}

/** An overlay may call an event by another name in the body; the header then says the same. */
function shownEvent({ event, body }: Pick<WebhookRequest, "event" | "body">): string {
  try {
    const shown: unknown = JSON.parse(body).event;
    return typeof shown === "string" && /^[\x21-\x7e]+$/.test(shown) ? shown : event;
  } catch {
    return event;
  }
}
