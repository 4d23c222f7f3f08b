import { type Instant, isoText } from "../domain/instant.ts";
import type { Route } from "../domain/route.ts";
import type { WebhookUrls } from "../domain/webhook-url.ts";
import { remembering } from "../remembering.ts";
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
  /** The trace of the call that caused the notification. */
  readonly traceparent?: string | undefined;
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
  request: Pick<WebhookRequest, "deliveryId" | "event" | "body" | "secret" | "sentAt" | "traceparent">,
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "Saldo",
    "X-Webhook-Event": shownEvent(request),
    "X-Webhook-Delivery": request.deliveryId,
    "X-Webhook-Timestamp": isoText(request.sentAt),
    "X-Webhook-Signature": sign(request.secret, payloadOf(request.body).bytes),
    ...(request.traceparent !== undefined && { traceparent: request.traceparent }),
  };
}

/** Returns what is sent of a body. All webhooks get the same body, one after the other, so the last ones are remembered. */
export const payloadOf = remembering(64, (body: string) => ({ bytes: Buffer.from(body), event: eventIn(body) }));

/** An overlay may call an event by another name in the body; the header then says the same. */
function shownEvent({ event, body }: Pick<WebhookRequest, "event" | "body">): string {
  return payloadOf(body).event ?? event;
}

/** Returns the event that a body names, if a header can name it. */
function eventIn(body: string): string | null {
  try {
    const shown: unknown = JSON.parse(body).event;
    return typeof shown === "string" && /^[\x21-\x7e]+$/.test(shown) ? shown : null;
  } catch {
    return null;
  }
}
