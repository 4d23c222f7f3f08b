import type { IncomingMessage } from "node:http";

declare module "fastify" {
  interface FastifyRequest {
    /** The token with which another process has passed it on; null if it came from a client. */
    passedOn: string | null;
  }
}

/**
 * In a request: it was passed on, to the process with this token. In the response to it: a verdict and the same token,
 * which no client knows. Clients never see it.
 */
export const HOP_HEADER = "saldo-passed-on";

const VERDICTS = ["elsewhere", "reset", "close"] as const;

/**
 * What the process that passed a request on does instead of relaying the response: it looks for the world again, or it ends
 * the connection of its own client as a fault demands.
 */
export type Verdict = (typeof VERDICTS)[number];

export function verdictHeader(verdict: Verdict, token: string): Record<string, string> {
  return { [HOP_HEADER]: `${verdict} ${token}` };
}

/** Returns the verdict in a response to a request that was passed on with a token, or null. */
export function verdictIn({ headers }: IncomingMessage, token: string): Verdict | null {
  return VERDICTS.find((verdict) => headers[HOP_HEADER] === `${verdict} ${token}`) ?? null;
}

/** Headers that are about one connection (RFC 9110, 7.6.1), and `Expect`, which the first process has answered. */
const OF_CONNECTION = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
  "expect",
  HOP_HEADER,
];

const notInRequests = new Set(OF_CONNECTION);
const notInResponses = new Set([...OF_CONNECTION, "transfer-encoding"]);

/** Returns the headers with which a request is passed on. Its body is framed as it came. */
export function requestHeaders({ method, rawHeaders, headers }: IncomingMessage, token: string): string[] {
  const passed = [...without(rawHeaders, notInRequests), HOP_HEADER, token];
  const isFramed = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  // Node would announce a body in chunks for these methods.
  return isFramed || BODILESS.has(method ?? "GET") ? passed : [...passed, "content-length", "0"];
}

const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/** Returns the headers with which a response is relayed. Node frames its body anew. */
export function responseHeaders({ rawHeaders }: IncomingMessage): string[] {
  return without(rawHeaders, notInResponses);
}

function without(rawHeaders: readonly string[], names: ReadonlySet<string>): string[] {
  return rawHeaders.filter((_, i) => !names.has(rawHeaders[i - (i % 2)]?.toLowerCase() ?? ""));
}
