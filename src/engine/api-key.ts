import { hash, randomBytes } from "node:crypto";

/** A new API key. Keys come from the operating system and are no part of a world's history. */
export function newApiKey(): string {
  return `sk_sandbox_${randomBytes(24).toString("base64url")}`;
}

/** What is kept of an API key. */
export function digestOf(apiKey: string): string {
  return hash("sha256", apiKey);
}
