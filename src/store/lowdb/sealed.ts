import crypto from "node:crypto";
import { newerFormat } from "../damaged.ts";

/** The format of documents that are written now, and the newest one that can be read. */
export const documentFormat = 1;

export type Content = Readonly<Record<string, unknown>>;
export type Sealed<T extends object> = T & { readonly format: number; readonly checksum: string };

/** Why a document cannot be used. `newer` is its format when that is the reason. */
export interface Unusable {
  readonly problem: string;
  readonly newer?: number;
}

/** A document's content with its format and checksum, to be written as JSON, however indented. */
export function sealed<T extends object>(content: T): Sealed<T> {
  return { format: documentFormat, checksum: checksumOf(JSON.stringify(content)), ...content };
}

/**
 * The content of a parsed document when its checksum is right. `byHand`: it may have none, as what somebody has written or
 * changed on purpose.
 */
export function unsealed(document: unknown, byHand = false): { readonly content: Content } | Unusable {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    return { problem: "is not an object" };
  }
  const { format, checksum, ...content }: Record<string, unknown> = { ...document };
  if (!Number.isSafeInteger(format) || Number(format) < 1) return { problem: "has no format that Saldo knows" };
  if (Number(format) > documentFormat) {
    return { problem: newerFormat(Number(format), documentFormat), newer: Number(format) };
  }
  if (byHand && checksum === undefined) return { content };
  if (typeof checksum !== "string") return { problem: "has no checksum" };
  // What was parsed is the same text again when it is written without spaces, so that only the content counts.
  if (checksum !== checksumOf(JSON.stringify(content))) return { problem: "does not match its checksum" };
  return { content };
}

function checksumOf(text: string): string {
  return crypto.hash("sha256", text);
}
