import type { FastifyReply, FastifyRequest } from "fastify";
import { OwnedElsewhere, WorldMoved } from "../../engine/unavailable.ts";
import { jsonSteps } from "../../slices/large-json.ts";
import { stepByStep } from "../../slices/step-by-step.ts";
import { hasMoreParts } from "../../spec/has-more-parts.ts";
import type { ResponseSpec } from "../../spec/operations.ts";
import { compileResponses, type RenderedResponse, type RenderResponse, type View } from "../../spec/renderer.ts";
import { keepAliveMs, type OpenStreams, PartStream } from "../event-stream/part-stream.ts";
import { verdictHeader } from "../passing-on/hop.ts";
import { endUnreadBody } from "../server/close-soon.ts";
import type { Streamed } from "../server/handler.ts";
import { Refused, viewOfError } from "./server-outcome.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Called when the connection ends without a response; null if nothing listens. */
    onHangUp: (() => void) | null;
    /** What is answered in place of a response that a fault loses; null if nothing is. */
    gateway: Renderers | null;
  }
}

/** A view of at most this many members and items is written at once, in some milliseconds. */
const MAX_PARTS_AT_ONCE = 5_000;

/** The responses of an operation or of a whole document, by outcome. */
export type Renderers = ReadonlyMap<string, RenderResponse>;

/**
 * Returns the response of an operation to a fault with a status. It has the form that the document, with its overlay,
 * gives to failures of the server, so that clients get no body that the real platform would not send.
 */
export function faultResponses(operationId: string, responses: readonly ResponseSpec[]): (status: number) => Renderers {
  const failure = responses.find(({ outcomes }) => outcomes.includes("internal-error"));
  return (status) => {
    if (failure === undefined) throw new Error(`${operationId} has no response for a failure of the server`);
    const response = { ...failure, status, outcomes: ["fault-injected"] };
    return compileResponses({ operationId, responses: [response] }, { "fault-injected": {} });
  };
}

/** Sends a view in the form that the document describes. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  renderers: Renderers,
  view: View,
  stream?: PartStream,
): FastifyReply {
  return sendRendered(request, reply, rendererOf(request, renderers, view)(view), view, stream);
}

/** Does the same in slices if the body is large. */
export function sendLarge(
  request: FastifyRequest,
  reply: FastifyReply,
  renderers: Renderers,
  view: View,
): FastifyReply | Promise<FastifyReply> {
  const render = rendererOf(request, renderers, view);
  // The body has about as many parts as the view.
  const unwritten = hasMoreParts(view, MAX_PARTS_AT_ONCE) ? render.unwritten(view) : null;
  if (unwritten === null) return sendRendered(request, reply, render(view), view);
  const text = stepByStep(joined(jsonSteps(unwritten.body)));
  return text.then((body) => sendRendered(request, reply, { ...unwritten, body }, view));
}

function* joined(chunks: Iterable<string>): Generator<void, string> {
  let text = "";
  for (const chunk of chunks) {
    text += chunk;
    yield;
  }
  return text;
}

function rendererOf(request: FastifyRequest, renderers: Renderers, view: View): RenderResponse {
  const render = renderers.get(view.type);
  if (render !== undefined) return render;
  throw new Error(`${request.method} ${request.routeOptions.url} has no response for ${view.type}`);
}

function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  rendered: RenderedResponse,
  view: View,
  stream?: PartStream,
): FastifyReply {
  request.outcome = view.type;
  if (view.type === "request-malformed") request.reason = String(view.message);
  return request.fault?.kind === "lose-response" ? lose(request, reply) : sendBody(request, reply, rendered, stream);
}

/** Keeps the response from the client. A gateway that waits no longer answers with a status of its own. */
function lose(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.gateway === null) return hangUp(request, reply, "close");
  const view = { type: "fault-injected", message: "A fault of this sandbox: a gateway waits no longer." };
  return sendBody(request, reply, rendererOf(request, request.gateway, view)(view));
}

function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, contentType, body }: RenderedResponse,
  stream?: PartStream,
): FastifyReply {
  request.received?.ended(request.outcome, status, request.method === "HEAD" ? null : body);
  if (contentType !== null) reply.header("content-type", contentType);
  endUnreadBody(request.raw);
  return reply.code(status).send(stream ?? body ?? undefined);
}

/**
 * Ends the connection of the client without a response: with a TCP reset, or with an orderly close. The client of a request
 * that was passed on is the client of the process that has done so.
 */
export function hangUp(request: FastifyRequest, reply: FastifyReply, how: "reset" | "close"): FastifyReply {
  request.received?.ended(request.outcome, null, null);
  request.onHangUp?.();
  reply.hijack();
  const { socket } = request.raw;
  if (request.passedOn !== null) reply.raw.writeHead(200, verdictHeader(how, request.passedOn)).end();
  else if (how === "reset") socket.resetAndDestroy();
  else socket.destroy();
  return reply;
}

/** Sends a stream part by part until the client or the server ends it. */
export function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  renderers: Renderers,
  { view, parts, heartbeat, onEnd }: Streamed,
  streams: OpenStreams,
): FastifyReply {
  // Without these, nginx keeps the parts until it has many, and a proxy that compresses does the same.
  reply.headers({ "cache-control": "no-store, no-transform", "x-accel-buffering": "no" });
  if (request.method === "HEAD") {
    onEnd();
    return send(request, reply, renderers, view);
  }
  const stream = new PartStream(parts, report, keepAliveMs, heartbeat);
  stream.once("close", onEnd);
  streams.add(stream, reply.raw);
  return send(request, reply, renderers, view, stream);
}

/**
 * Responds to a request that ended in an error. Unexpected errors are also written to standard error. `bodyLimitBytes`:
 * the body limit of the operation, if it differs from the server's.
 */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  renderers: Renderers,
  bodyLimitBytes?: number,
): FastifyReply | Promise<FastifyReply> {
  const { passingOn } = request.server;
  const answer = (view: View) => send(request, reply, renderers, view);
  if (passingOn !== null && (error instanceof OwnedElsewhere || error instanceof WorldMoved))
    return passingOn.passOn(request, reply, "peer" in error ? error.peer : null, answer);
  report(error);
  if (error instanceof Refused) reply.headers(error.headers);
  return send(request, reply, renderers, viewOfError(error, bodyLimitBytes, request.method === "GET"));
}

function report(error: unknown): void {
  if (viewOfError(error).type === "internal-error") console.error(error);
}
