import { OTHER_SECRET, type ReceiverDelivery, signatureDigest, signatureOf } from "./delivery.ts";

/** Returns in one sentence what is wrong with the signature of a delivery; undefined for one that is right. */
export function wrongWith({ signature, body }: ReceiverDelivery, secrets: readonly string[]): string | undefined {
  if (signature === null) return "There is no X-Webhook-Signature.";
  if (secrets.some((secret) => signature === signatureOf(secret, body))) return undefined;
  return wrongInForm(signature, body, secrets) ?? wrongInDigits(signature, body, secrets);
}

/** The digits are made of the right bytes with the right secret, but are not spelled as documented. */
function wrongInForm(signature: string, body: string, secrets: readonly string[]): string | undefined {
  if (signature === "") return "X-Webhook-Signature is empty.";
  if (signature === "sha256=") return "No digits follow sha256=.";
  for (const secret of secrets) {
    const right = signatureOf(secret, body);
    if (signature.includes(",") && signature.includes(right)) return "It has two signatures, and only one is right.";
    if (signature.startsWith(right)) return `${signature.length - right.length} digits too many follow the right ones.`;
    if (right.startsWith(signature)) return `Only the first ${signature.length - 7} of 64 digits are there.`;
    if (right === `sha256=${signature}`) return "sha256= is missing in front of the digits.";
    if (right === signature.toLowerCase()) return "Its digits are in upper case.";
    const encodings = ["base64", "base64url"] as const;
    const encoded = encodings.find((one) => signature === `sha256=${signatureDigest(secret, body).toString(one)}`);
    if (encoded !== undefined) return `It is in ${encoded}, and not in hexadecimal digits.`;
  }
  const [, algorithm] = /^sha(\d+)=/.exec(signature) ?? [];
  return algorithm === undefined || algorithm === "256"
    ? undefined
    : `It is made with SHA-${algorithm}, and not with SHA-256.`;
}

function wrongInDigits(signature: string, body: string, secrets: readonly string[]): string {
  if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return "It has characters that are no hexadecimal digits.";
  if (signature === signatureOf(OTHER_SECRET, body)) return "It is made with another secret.";
  if (signature === signatureOf("", body)) return "It is made with an empty secret.";
  for (const secret of secrets) {
    if (signature === signatureOf(secret, "")) return "It is made over an empty body.";
    if (signature === signatureOf(secret, rewritten(body))) {
      return "It is made over the same JSON written anew without white space, and not over these bytes.";
    }
    const wrong = wrongDigits(signature, signatureOf(secret, body));
    if (wrong.length === 1) return `Digit ${wrong.join()} of 64 is wrong.`;
  }
  // Digits of a real signature have all values.
  return new Set(signature.slice(7)).size <= 2 ? "Its digits are made up." : "It is made over another body.";
}

function rewritten(body: string): string {
  return JSON.stringify(JSON.parse(body));
}

/** Returns the places of the digits that differ, from 1. */
function wrongDigits(one: string, other: string): readonly number[] {
  return Array.from(one).flatMap((digit, at) => (digit === other[at] ? [] : [at + 1 - "sha256=".length]));
}
