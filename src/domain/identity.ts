import crypto from "node:crypto";

/**
 * Identifiers, codes and transaction ids are derived from the world's seed, never drawn: the same seed and the same
 * commands give the same history. `crypto.hash` is a pure function; it is the only thing the domain takes from Node.
 */
const prefixes = {
  company: "com",
  charge: "chg",
  subscription: "sub",
  withdrawal: "wdr",
  message: "msg",
  notification: "ntf",
  webhook: "whk",
  delivery: "dlv",
} as const;

export type IdKind = keyof typeof prefixes;
export const idKinds: readonly IdKind[] = [
  "company",
  "charge",
  "subscription",
  "withdrawal",
  "message",
  "notification",
  "webhook",
  "delivery",
];

/** The identifier of the `counter`-th thing of its kind. The epoch counts rewinds, so that ids after a rewind are new. */
export function deriveId(seed: string, kind: IdKind, epoch: number, counter: number): string {
  return `${prefixes[kind]}_${derive(seed, "id", kind, epoch, counter).slice(0, 24)}`;
}

/** The identifier of the `counter`-th fault. Faults survive rewinds, so that no epoch is in it. */
export function deriveFaultId(seed: string, counter: number): string {
  return `flt_${derive(seed, "id", "fault", counter).slice(0, 24)}`;
}

/** The identifier of a customer who was given none: the same one whenever a company names the same person. */
export function deriveCustomerId(seed: string, companyId: string, knownBy: readonly (string | null)[]): string {
  return `cus_${derive(seed, "id", "customer", companyId, JSON.stringify(knownBy)).slice(0, 24)}`;
}

/** Decimal digits, each text of that length nearly equally likely (48 bits are reduced to `length` ≤ 9 digits). */
export function deriveDigits(length: number, seed: string, ...subject: readonly (string | number)[]): string {
  const number = Number.parseInt(derive(seed, "digits", ...subject).slice(0, 12), 16);
  return String(number % 10 ** length).padStart(length, "0");
}

/** Upper and lower case letters and digits. */
export function deriveAlphanumerics(length: number, seed: string, ...subject: readonly (string | number)[]): string {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const digest = derive(seed, "alphanumerics", ...subject);
  return Array.from({ length }, (_, i) => alphabet[Number.parseInt(digest.slice(4 * i, 4 * i + 4), 16) % 62]).join("");
}

/** Hexadecimal digits, at most 64. */
export function deriveHex(length: number, seed: string, ...subject: readonly (string | number)[]): string {
  return derive(seed, "hex", ...subject).slice(0, length);
}

function derive(seed: string, ...subject: readonly (string | number)[]): string {
  return crypto.hash("sha256", [seed, ...subject].join("\n"));
}
