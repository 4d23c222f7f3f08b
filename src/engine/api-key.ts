import crypto from "node:crypto";
import { remembering } from "../domain/remembering.ts";

/** A new API key. Keys come from the operating system and are no part of a world's history. */
export function newApiKey(): string {
  return `sk_sandbox_${crypto.randomBytes(24).toString("base64url")}`;
}

/** What is kept of an API key. Most requests come with the key of one before. */
export const digestOf = remembering(1_000, (apiKey: string): string => crypto.hash("sha256", apiKey));
