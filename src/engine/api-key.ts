import crypto from "node:crypto";
import { remembering } from "../remembering.ts";

/** Returns a new API key, drawn from the operating system. Keys are no part of a world's history. */
export function newApiKey(): string {
  return `sk_sandbox_${crypto.randomBytes(24).toString("base64url")}`;
}

/** Returns the digest of an API key, all that is stored of it. Remembers recent keys, as most requests repeat one. */
export const digestOf = remembering(1_000, (apiKey: string): string => crypto.hash("sha256", apiKey));

/** The key of a first world that is given no other. The documentation names it, so it is no secret. */
export const PUBLIC_API_KEY = "sandbox-key";
