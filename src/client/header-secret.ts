/** A key or a token cannot be sent; the message does not repeat it. */
export class UnusableSecret extends Error {
  override readonly name = "UnusableSecret";
}

/** Returns whether a header carries a key or a token as it is: visible ASCII characters, and spaces between them. */
export function isHeaderSecret(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Returns the key or token. Throws `UnusableSecret` for one that no header can carry; `what` is what messages call it. */
export function headerSecret(what: string, text: string): string {
  if (text === "" || isHeaderSecret(text)) return text;
  throw new UnusableSecret(`${what} has characters that no header can carry; allowed are visible ASCII characters`);
}
