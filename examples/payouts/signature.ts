import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Returns whether the platform signed this delivery. Checks the received bytes, before parsing, in constant time. Without a
 * secret the result is false, because every caller can sign with an empty one.
 */
export function isSigned(body: Buffer, secret: string | undefined, header: unknown): boolean {
  if (!secret) return false;
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const given = Buffer.from(typeof header === "string" ? header : "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
