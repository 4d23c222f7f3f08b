import type { FastifyInstance, FastifyRequest } from "fastify";
import { pathOf, Refused } from "../reply/server-outcome.ts";
import { refuseForeignPages } from "../security/foreign-page.ts";
import type { Page, PageFile } from "./page-files.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether a route only tells why nothing is there. */
    isAbsent?: boolean;
  }
}

/** The address of the page. The root and `/v1` are the platform's. */
export const PAGE_PATH = "/sandbox/ui/";

/** What there is of the page in a clone whose scripts did not run. */
export const NOT_BUILT = "not built" as const;

/** The page loads only what comes with it, and no text of a stranger can become code in it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const headersOfPage = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  vary: "accept-encoding",
};

/**
 * Serves the page, and leads a browser that opens the root to it. Other clients get what they get without it.
 * Redirects are relative, so that they lead to it behind a gateway that strips a path, too.
 */
export function servePage(app: FastifyInstance, page: Page): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!opensRoot(request)) return done();
    void reply.header("vary", "accept").redirect(PAGE_PATH.slice(1), 303);
  });
  app.register(async (scope) => {
    refuseForeignPages(scope, { exceptLinks: true });
    scope.get(PAGE_PATH.slice(0, -1), (_request, reply) => reply.redirect("ui/", 303));
    for (const [path, file] of page) serveFile(scope, PAGE_PATH + path, file);
  });
}

/** Answers where the page would be, and at the root, with how to build it. */
export function tellThatPageIsNotBuilt(app: FastifyInstance): void {
  const tell = () => {
    throw new Refused({ type: "route-unknown", message: "The page is not built. Run: npm run build:ui" });
  };
  const absent = { config: { isAbsent: true } };
  // A page of another origin is refused in the words of the control plane; the root belongs to the interface.
  app.get("/", absent, tell);
  app.register(async (scope) => {
    refuseForeignPages(scope, { exceptLinks: true });
    for (const path of [PAGE_PATH.slice(0, -1), PAGE_PATH, `${PAGE_PATH}*`]) scope.get(path, absent, tell);
  });
}

function serveFile(scope: FastifyInstance, url: string, file: PageFile): void {
  const cacheControl = file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache";
  scope.get(url, async (request, reply) => {
    const { encoding, bytes } = await file.encoded(request.headers["accept-encoding"]);
    reply.headers({ ...headersOfPage, "cache-control": cacheControl, "content-type": file.contentType });
    if (encoding !== null) reply.header("content-encoding", encoding);
    return reply.send(bytes);
  });
}

function opensRoot({ method, url, headers }: FastifyRequest): boolean {
  // The header first: of all requests those of browsers alone are worth a closer look.
  return headers.accept?.includes("text/html") === true && method === "GET" && pathOf(url) === "/";
}
