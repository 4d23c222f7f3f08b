import type { FastifyReply, FastifyRequest } from "fastify";
import type { RenderResponse, View } from "../spec/renderer.ts";
import { viewOfError } from "./server-outcome.ts";

/** The responses of an operation, or those of a document as a whole, by outcome. */
export type Renderers = ReadonlyMap<string, RenderResponse>;

/** Sends a view as the document describes it. */
export function send(request: FastifyRequest, reply: FastifyReply, renderers: Renderers, view: View): FastifyReply {
  const render = renderers.get(view.type);
  if (render === undefined) throw new Error(`${request.method} ${request.url} has no response for ${view.type}`);
  const { status, contentType, body } = render(view);
  request.outcome = view.type;
  if (contentType !== null) reply.header("content-type", contentType);
  return reply.code(status).send(body ?? undefined);
}

/** Answers a request that ended in an error; one that nobody foresaw is also written to standard error. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, renderers: Renderers): void {
  const view = viewOfError(error);
  if (view.type === "internal-error") console.error(error);
  send(request, reply, renderers, view);
}
