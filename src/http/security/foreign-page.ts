import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { originNotAllowed, Refused } from "../reply/server-outcome.ts";

/**
 * Refuses requests that web pages of other origins send, also where no key is needed. Clients that are no browsers send
 * no origin and pass. A GET that a page sends as an image to a plain http address of another machine passes too,
 * because browsers send neither header there. It has no effect, and the page cannot read the response.
 * `exceptLinks` lets a link of another page open what is served here.
 */
export function refuseForeignPages(scope: FastifyInstance, { exceptLinks = false } = {}): void {
  scope.addHook("onRequest", ({ method, headers }, _reply, done) => {
    const isAllowed = !isOfForeignPage(headers) || (exceptLinks && method === "GET" && followsLink(headers));
    done(isAllowed ? undefined : new Refused(originNotAllowed));
  });
}

/** A link of another page opens a tab, whose content that page cannot read. */
function followsLink({ origin, "sec-fetch-mode": mode, "sec-fetch-dest": destination }: IncomingHttpHeaders): boolean {
  return origin === undefined && mode === "navigate" && destination === "document";
}

/** Callers trust the host by now, so a page whose origin has the same host is the server's own. */
export function isOfForeignPage({ origin, host = "", "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  if (site === "cross-site" || site === "same-site") return true;
  // A proxy in front of Saldo may use https.
  return origin !== undefined && origin.toLowerCase().replace(/^https:/, "http:") !== `http://${host.toLowerCase()}`;
}
