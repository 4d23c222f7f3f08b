import type { FastifyInstance } from "fastify";
import type { Operation } from "../spec/operations.ts";
import type { Authentication } from "./authentication.ts";
import type { Calls } from "./calls.ts";
import { type Renderers, send } from "./reply.ts";
import { methodNotAllowed, pathOf, routeUnknown } from "./server-outcome.ts";

/**
 * What no operation answers: 405 where the path exists, else 404. Decided before the body is read, for a method that is
 * not possible stays impossible whatever comes with it.
 */
export function refuseOtherRequests(
  scope: FastifyInstance,
  operations: readonly Pick<Operation, "path" | "method">[],
  common: Renderers,
  documentPath: string,
  { authentication, calls }: { readonly authentication: Authentication; readonly calls?: Calls | undefined },
): void {
  const { prefix } = scope;
  const resources = operations.map(({ path, method }) => {
    return { segments: `${prefix}${path}`.split("/"), method };
  });
  scope.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    const session = calls === undefined ? null : authentication.find(request.headers);
    if (calls !== undefined && session !== null) request.received = calls.journals.receive(session, request, null);
    const path = pathOf(request.url);
    const allowed = resources.filter(({ segments }) => matches(segments, path)).map(({ method }) => method);
    if (allowed.includes("GET")) allowed.push("HEAD");
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    const unknown = routeUnknown(request.method, path, `${prefix}${documentPath}`);
    const view = allowed.length > 0 ? methodNotAllowed(request.method, allowed) : unknown;
    send(request, reply, common, view);
  });
  // Fastify asks for a handler of its own in every scope; the hook has answered before it.
  scope.setNotFoundHandler(() => undefined);
}

/** Whether a path is one of the template whose segments these are; a parameter takes anything but nothing. */
function matches(template: readonly string[], path: string): boolean {
  const segments = path.split("/");
  return (
    segments.length === template.length &&
    template.every((name, i) => name === segments[i] || (name.startsWith("{") && segments[i] !== ""))
  );
}
