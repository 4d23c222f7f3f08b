import type { IncomingMessage } from "node:http";

/** About one connection only (RFC 9110, 7.6.1), and `Expect`, which the first process has answered. */
export const HOP_ONLY = new Set(["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"]);

/** Methods whose requests have no body, where none is announced. */
const BODILESS = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/**
 * Names and values by turns, spelled as they came, of the headers with which a message is relayed: all but those about one
 * connection and `others`, which are lower case.
 */
export function relayedHeaders(rawHeaders: readonly string[], ...others: readonly string[]): string[] {
  const isDropped = (name = "") => HOP_ONLY.has(name) || others.includes(name);
  return rawHeaders.filter((_, i) => !isDropped(rawHeaders[i - (i % 2)]?.toLowerCase()));
}

/** Returns what a relayed request must say about its body, which is framed as it came: Node would announce one in chunks. */
export function lengthHeader({ headers, method = "GET" }: IncomingMessage): readonly string[] {
  const isTold = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return isTold || BODILESS.has(method) ? [] : ["content-length", "0"];
}
