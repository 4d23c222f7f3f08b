import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether a delivery is the platform's: over the bytes as they came, before anything is parsed, in constant time. */
export function isSigned(body: Buffer, secret: string, header: unknown): boolean {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const given = Buffer.from(typeof header === "string" ? header : "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
