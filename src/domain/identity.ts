import crypto from "node:crypto";

/**
 * Ids, codes and transaction ids are derived from the world's seed, so the same seed and commands give the same
 * history. `crypto.hash` is a pure function and the only thing that the domain takes from Node.
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
// The object has no other keys than its type says.
export const idKinds = Object.keys(prefixes) as readonly IdKind[];

/** Returns the id of the `counter`-th entity of its kind. The epoch counts rewinds, so ids after a rewind are new. */
export function deriveId(seed: string, kind: IdKind, epoch: number, counter: number): string {
  return joined(prefixes[kind], derive(seed, "id", kind, epoch, counter).slice(0, 24));
}

/** Returns the id of the `counter`-th fault. Faults survive rewinds, so the epoch is not part of it. */
export function deriveFaultId(seed: string, counter: number): string {
  return joined("flt", derive(seed, "id", "fault", counter).slice(0, 24));
}

/** Returns the id of a customer without one: the same whenever a company names the same person. */
export function deriveCustomerId(seed: string, companyId: string, knownBy: readonly (string | null)[]): string {
  return joined("cus", derive(seed, "id", "customer", companyId, JSON.stringify(knownBy)).slice(0, 24));
}

/** Returns `length` decimal digits (at most 9), each text nearly equally likely: they come from 48 bits. */
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

/**
 * Returns an id. A template would keep the whole digest in memory, since it copies no characters until they are read
 * them; and each search for the id would follow it through three strings. A joined list is one string at once.
 */
function joined(prefix: string, digest: string): string {
  return [prefix, digest].join("_");
}

function derive(seed: string, ...subject: readonly (string | number)[]): string {
  return crypto.hash("sha256", [seed, ...subject].join("\n"));
}
