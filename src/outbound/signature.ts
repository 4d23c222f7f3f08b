import { createHmac } from "node:crypto";

/**
 * What X-Webhook-Signature says (interface: "Delivery headers"): `sha256=` and the HMAC-SHA256 of the body, in lower-case
 * hexadecimal. Secret and body are taken as UTF-8, which is how the body travels; the secret is the key as it is spelled.
 */
export function sign(secret: string, body: string | Buffer): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
