import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { goOnWith } from "../../engine/world/soon.ts";
import { type Renderers, send } from "../reply/reply.ts";
import { methodNotAllowed, pathOf, routeUnknown } from "../reply/server-outcome.ts";
import type { Authentication } from "../security/authentication.ts";
import type { Calls } from "./calls.ts";
import { meantRoute, type ServerRoute } from "./meant-route.ts";

/**
 * Answers requests that match no operation: 405 if the path exists, else 404. It does so before it reads the body,
 * which cannot change the answer.
 * @param routes those of the whole server, and those that the documents describe, for what was perhaps meant.
 */
export function refuseOtherRequests(
  scope: FastifyInstance,
  common: Renderers,
  documentPath: string,
  { served, known }: { readonly served: readonly ServerRoute[]; readonly known: readonly ServerRoute[] },
  { authentication, calls }: { readonly authentication: Authentication; readonly calls?: Calls | undefined },
): void {
  const { prefix } = scope;
  scope.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    const found = goOnWith(calls === undefined ? null : authentication.find(request.headers), (session) => {
      if (calls !== undefined && session !== null) request.received = calls.journals.receive(session, request, null);
      refuse(request, reply);
    });
    if (found instanceof Promise) found.catch(done);
  });
  const unknown = ({ method }: FastifyRequest, path: string) => {
    const meant = meantRoute(method, path, known);
    return routeUnknown(method, path, meant && `${meant.method} ${meant.path}`, `${prefix}${documentPath}`);
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const segments = path.split("/");
    const allowed = served.filter((route) => matches(route.path.split("/"), segments)).map(({ method }) => method);
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    send(
      request,
      reply,
      common,
      allowed.length > 0 ? methodNotAllowed(request.method, allowed) : unknown(request, path),
    );
  };
  // Fastify requires a handler in every scope; the hook responds before it runs.
  scope.setNotFoundHandler(() => undefined);
}

/** Returns whether the segments of a path fit those of a template of the router. A parameter matches any text that is not empty. */
function matches(template: readonly string[], segments: readonly string[]): boolean {
  return (
    segments.length === template.length &&
    template.every((name, i) => name === segments[i] || (name.startsWith(":") && segments[i] !== ""))
  );
}
