import { createHmac, randomBytes } from "node:crypto";

/** A webhook request to the receiver: as the platform would send it, or as a stranger might. */
export interface ReceiverDelivery {
  /** Within a sentence: "charge.paid with a signature of another body". */
  readonly what: string;
  readonly event: string;
  readonly deliveryId: string;
  /** Exactly this text is sent, as UTF-8. */
  readonly body: string;
  /** The value of X-Webhook-Signature; null where there is no such header. */
  readonly signature: string | null;
  /** Where its bytes are cut, so that they arrive in pieces. */
  readonly cutAt?: readonly number[];
  /** Whether it takes the connection of the one before it, if the receiver has kept that. */
  readonly isOnSameConnection?: true;
  /** Whether the names of its headers are in lower case, as HTTP/2 writes them. */
  readonly hasLowerCaseNames?: true;
}

/**
 * What the receiver must do. `acknowledged`: respond with 200 to 299. `recognised`: the same, or reject it exactly as it
 * rejects every genuine delivery about a charge that it does not know. `rejected`: neither of them.
 */
export type Expectation = "acknowledged" | "recognised" | "rejected";

/** Returns the one right signature of a body (interface: "Delivery headers"). */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${signatureDigest(secret, body).toString("hex")}`;
}

export function signatureDigest(secret: string, body: string, algorithm = "sha256"): Buffer {
  return createHmac(algorithm, secret).update(body).digest();
}

/** Signs what must be rejected. */
export const OTHER_SECRET = "whsec_of_another_webhook";

/** Returns a copy with a signature in the right form that was made with another secret. */
export function forged(
  delivery: ReceiverDelivery,
  what = `${delivery.what} signed with another secret`,
): ReceiverDelivery {
  return { ...delivery, what, signature: signatureOf(OTHER_SECRET, delivery.body) };
}

/** Returns the same delivery, as it comes twice more. */
export function repetitionsOf(delivery: ReceiverDelivery): readonly ReceiverDelivery[] {
  return ["the same delivery again", "the same delivery once more"].map((what) => ({ ...delivery, what }));
}

export function newDeliveryId(): string {
  return `dlv_${randomBytes(12).toString("hex")}`;
}

/** Returns the headers of the interface, spelled as the platform spells them, and those that a gateway needs. */
export function headersOf(
  delivery: ReceiverDelivery,
  gateway: Readonly<Record<string, string>>,
): Record<string, string> {
  const own = {
    "Content-Type": "application/json",
    "User-Agent": "Saldo",
    "X-Webhook-Event": delivery.event,
    "X-Webhook-Delivery": delivery.deliveryId,
    "X-Webhook-Timestamp": new Date().toISOString(),
    ...(delivery.signature !== null && { "X-Webhook-Signature": delivery.signature }),
  };
  const named = Object.entries(own).map(([name, value]) => [headerName(delivery, name), value]);
  return { ...withoutTwins(gateway, Object.keys(own)), ...Object.fromEntries(named) };
}

export function headerName({ hasLowerCaseNames }: ReceiverDelivery, name: string): string {
  return hasLowerCaseNames ? name.toLowerCase() : name;
}

/** The case of a name does not matter, so each name is sent once: as the delivery has it, or as it was given last. */
function withoutTwins(headers: Readonly<Record<string, string>>, taken: readonly string[]): Record<string, string> {
  const plain = taken.map((name) => name.toLowerCase());
  const last = new Map(Object.entries(headers).map((entry) => [entry[0].toLowerCase(), entry]));
  return Object.fromEntries([...last].filter(([name]) => !plain.includes(name)).map(([, entry]) => entry));
}
