import { createHmac, randomBytes } from "node:crypto";

/** What is sent to the receiver, as the platform would send it or as somebody else might. */
export interface Letter {
  /** Within a sentence: "charge.paid with a signature of another body". */
  readonly what: string;
  readonly event: string;
  readonly deliveryId: string;
  /** Exactly this text is sent, as UTF-8. */
  readonly body: string;
  /** What X-Webhook-Signature says; null where there is no such header. */
  readonly signature: string | null;
  /** Where its bytes are cut, so that they come in pieces. */
  readonly cutAt?: readonly number[];
}

/** What a receiver must do with a letter. */
export type Expectation = "acknowledged" | "refused";

/** The one right signature of a body (interface: "Delivery headers"). */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${digestOf(secret, body).toString("hex")}`;
}

export function digestOf(secret: string, body: string, algorithm = "sha256"): Buffer {
  return createHmac(algorithm, secret).update(body).digest();
}

/** No two letters have the same, but those of one delivery. */
export function newDeliveryId(): string {
  return `dlv_${randomBytes(12).toString("hex")}`;
}

/** The headers of the interface, spelled as the platform spells them, and those that a gateway wants. */
export function headersOf(letter: Letter, gateway: Readonly<Record<string, string>>): Record<string, string> {
  const own = {
    "Content-Type": "application/json",
    "User-Agent": "Saldo",
    "X-Webhook-Event": letter.event,
    "X-Webhook-Delivery": letter.deliveryId,
    "X-Webhook-Timestamp": new Date().toISOString(),
    ...(letter.signature !== null && { "X-Webhook-Signature": letter.signature }),
  };
  return { ...withoutTwins(gateway, Object.keys(own)), ...own };
}

/** Names mean the same in any case, so that each goes out once: as the letter has it, or as it was given last. */
function withoutTwins(headers: Readonly<Record<string, string>>, taken: readonly string[]): Record<string, string> {
  const plain = taken.map((name) => name.toLowerCase());
  const last = new Map(Object.entries(headers).map((entry) => [entry[0].toLowerCase(), entry]));
  return Object.fromEntries([...last].filter(([name]) => !plain.includes(name)).map(([, entry]) => entry));
}
