import type { IncomingMessage } from "node:http";
import { lengthHeader, relayedHeaders } from "./relayed-headers.ts";

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

export function requestHeaders(request: IncomingMessage, token: string): string[] {
  return [...relayedHeaders(request.rawHeaders, HOP_HEADER), HOP_HEADER, token, ...lengthHeader(request)];
}

/** Returns the headers with which a response is relayed. Node frames its body anew. */
export function responseHeaders({ rawHeaders }: IncomingMessage): string[] {
  return relayedHeaders(rawHeaders, HOP_HEADER, "transfer-encoding");
}
