import { createHmac } from "node:crypto";

/**
 * Returns the value of X-Webhook-Signature (interface: "Delivery headers"): `sha256=` and the HMAC-SHA256 of the body
 * in lower-case hexadecimal. Secret and body are UTF-8; the secret is used as it is written.
 */
export function sign(secret: string, body: string | Buffer): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
