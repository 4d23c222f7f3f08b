import { createHash } from "node:crypto";
import { atOnce } from "../domain/at-once.ts";
import { jsonSteps } from "../slices/large-json.ts";
import { newerFormat } from "./damaged.ts";

/** The format of written documents, and the newest that can be read. */
export const documentFormat = 1;

export type Content = Readonly<Record<string, unknown>>;
export type Sealed<T extends object> = T & { readonly format: number; readonly checksum: string };

export type Unsealed = { readonly content: Content } | Unusable;

/** Why a document cannot be used. `newer` is its format if the format is the reason. */
export interface Unusable {
  readonly problem: string;
  readonly newer?: number;
}

export function sealed<T extends object>(content: T): Sealed<T> {
  return atOnce(sealedInSteps(content));
}

/** Returns a document's content with its format and checksum, to be written as JSON with any indentation. */
export function* sealedInSteps<T extends object>(content: T): Generator<void, Sealed<T>> {
  return { format: documentFormat, checksum: yield* checksumOf(content), ...content };
}

export function unsealed(document: unknown): Unsealed {
  return atOnce(unsealedInSteps(document));
}

/** Returns the content of a parsed document when its checksum is right, else why it cannot be used. */
export function* unsealedInSteps(document: unknown): Generator<void, Unsealed> {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    return { problem: "is not an object" };
  }
  const { format, checksum, ...content }: Record<string, unknown> = { ...document };
  if (!Number.isSafeInteger(format) || Number(format) < 1) return { problem: "has no format that Saldo knows" };
  if (Number(format) > documentFormat) {
    return { problem: newerFormat(Number(format), documentFormat), newer: Number(format) };
  }
  if (typeof checksum !== "string") return { problem: "has no checksum" };
  // What was parsed is the same text again when it is written without spaces, so that only the content counts.
  const actual = yield* checksumOf(content);
  return checksum === actual ? { content } : { problem: "does not match its checksum" };
}

/** Returns the checksum of the JSON text without spaces. */
function* checksumOf(content: object): Generator<void, string> {
  const digest = createHash("sha256");
  for (const text of jsonSteps(content)) {
    digest.update(text);
    yield;
  }
  return digest.digest("hex");
}
