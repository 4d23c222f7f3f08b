import { hash, randomBytes } from "node:crypto";

/** A new API key. Keys come from the operating system and are no part of a world's history. */
export function newApiKey(): string {
  return `sk_sandbox_${randomBytes(24).toString("base64url")}`;
}

const mostDigests = 1_000;
/** Of the keys that were asked for lately: most requests come with the key of one before. */
const digests = new Map<string, string>();

/** What is kept of an API key. */
export function digestOf(apiKey: string): string {
  const known = digests.get(apiKey);
  if (known !== undefined) return known;
  const digest = hash("sha256", apiKey);
  if (digests.size >= mostDigests) digests.clear();
  digests.set(apiKey, digest);
  return digest;
}
