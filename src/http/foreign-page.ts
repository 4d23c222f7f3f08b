import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { Refused } from "./refused.ts";
import { originNotAllowed } from "./server-outcome.ts";

/**
 * Lets no web page of another origin use what is in this scope, even where it needs no key. What is no browser says nothing
 * of origins, and passes. So does a GET without a key that a page sends blindly, as an image, to an address that is neither
 * https nor this machine: there browsers send neither header. It has no effect, and the page cannot read the answer.
 */
export function refuseForeignPages(scope: FastifyInstance): void {
  scope.addHook("onRequest", (request, _reply, done) => {
    // A top-level navigation to a page of the sandbox's own would have to pass here.
    done(isOfForeignPage(request.headers) ? new Refused(originNotAllowed) : undefined);
  });
}

/** The host is trusted by now, so that a page whose origin has the same one is the sandbox's own. */
function isOfForeignPage({ origin, host = "", "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  if (site === "cross-site" || site === "same-site") return true;
  return origin !== undefined && !isOwn(origin.toLowerCase(), host.toLowerCase());
}

/** A proxy in front may speak https to the browser. */
function isOwn(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}
