import { createHmac, timingSafeEqual } from "node:crypto";
import type { ReceivedRequest } from "../../src/outbound/testing/receiver.ts";
import { isRow, type Row } from "./json-reading.ts";

/** An attempt as its receiver reads it. */
export interface ReceivedDelivery {
  readonly event: string;
  readonly deliveryId: string;
  readonly timestamp: string;
  readonly signature: string;
  /** The raw body as text. */
  readonly text: string;
  /** The body's own members: `event`, `data` and `timestamp`. */
  readonly told: Row;
  readonly data: Row;
}

export function readDelivery(request: ReceivedRequest): ReceivedDelivery {
  const text = request.body.toString("utf8");
  const told: unknown = JSON.parse(text);
  if (!isRow(told) || !isRow(told.data)) throw new Error(`a delivery's body is no notification: ${text}`);
  return {
    event: headerOf(request, "x-webhook-event"),
    deliveryId: headerOf(request, "x-webhook-delivery"),
    timestamp: headerOf(request, "x-webhook-timestamp"),
    signature: headerOf(request, "x-webhook-signature"),
    text,
    told,
    data: told.data,
  };
}

/** What a receiver is advised to do: the HMAC of the bytes as they came, compared in constant time. */
export function isSigned(request: ReceivedRequest, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(request.body).digest("hex")}`);
  const sent = Buffer.from(headerOf(request, "x-webhook-signature"));
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

export function headerOf({ headers }: ReceivedRequest, name: string): string {
  const value = headers[name];
  if (typeof value === "string") return value;
  throw new Error(`the request has no header ${name}`);
}
