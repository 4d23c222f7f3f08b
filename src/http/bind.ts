import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { SpecDocument } from "../spec/document.ts";
import { refuseOtherInputs } from "../spec/inputs-fit.ts";
import { listCommonResponses, listOperations, type Operation, type ResponseSpec } from "../spec/operations.ts";
import { compileCommonResponses, compileResponses, type OutcomeShapes, type View } from "../spec/renderer.ts";
import { SpecError } from "../spec/spec-error.ts";
import { createValidatorCompiler, type ValidateRequest } from "../spec/validator.ts";
import type { Authentication } from "./authentication.ts";
import type { Call, Handler, Streamed } from "./handler.ts";
import { OpenStreams } from "./part-stream.ts";
import { type Renderers, send, sendError, sendParts } from "./reply.ts";
import { malformed, methodNotAllowed, pathOf, routeUnknown, serverShapes } from "./server-outcome.ts";
import type { Session } from "./session.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whom the API key speaks for; null where none is asked for. */
    session: Session | null;
    /** The name of the outcome, once there is one. */
    outcome: string | null;
  }
}

/** A document bound to the code that answers for it. */
export interface Binding {
  readonly document: SpecDocument;
  /** Where an overlay has changed the document: the one without it, which says what the handlers take. */
  readonly builtDocument?: SpecDocument | undefined;
  readonly handlers: Readonly<Record<string, Handler<unknown>>>;
  /** The fields of every outcome that the handlers name. */
  readonly shapes: OutcomeShapes;
  readonly authentication: Authentication;
}

/**
 * Compiles a document's operations, once, into what registers them in a Fastify scope: routing, authentication,
 * validation, answers and errors all follow the document; handlers know no path, no status and no wire name.
 * @throws SpecError when the document and the code do not fit together.
 */
export function bind(binding: Binding): (scope: FastifyInstance) => void {
  const { dereferenced } = binding.document;
  const operations = listOperations(dereferenced);
  refuseUnknownHandlers(binding, operations);
  refuseUnfedHandlers(binding, operations);
  const common = compileCommonResponses(listCommonResponses(dereferenced), serverShapes);
  // What is shipped is tested; what an overlay has broken must not wait for the first request to show.
  const { compileRequestValidator } = createValidatorCompiler(binding.builtDocument ? "now" : "first-use");
  const streams = new OpenStreams();
  const routes = operations.map((operation) => {
    return routeOf(binding, operation, compileRequestValidator(operation), common, streams);
  });
  return (scope) => {
    for (const route of routes) scope.route(route);
    scope.get(documentPath, (_request, reply) => reply.send(binding.document.source));
    refuseOtherRequests(scope, operations, common);
    scope.addHook("preClose", (done) => {
      streams.end();
      done();
    });
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, common));
  };
}

function routeOf(
  binding: Binding,
  operation: Operation,
  validate: ValidateRequest,
  common: Renderers,
  streams: OpenStreams,
): RouteOptions {
  const { operationId, method, route: url } = operation;
  const handler = binding.handlers[operationId];
  if (handler === undefined) throw new SpecError("no code answers this operation", { operationId });
  const { responses } = operation;
  const shapes = shapesFor(responses, handler, binding.shapes);
  const renderers = new Map([...common, ...compileResponses({ operationId, responses }, [], shapes)]);
  const authenticate = authenticatorFor(operation, handler, binding.authentication);
  return {
    method,
    url,
    ...(handler.bodyLimitBytes === undefined ? {} : { bodyLimit: handler.bodyLimitBytes }),
    // The key is looked at before the body: a stranger learns nothing, and costs little.
    onRequest: (request, _reply, done) => {
      authenticate(request);
      done();
    },
    handler: async (request, reply) => {
      const { params, query, headers, body } = request;
      const call = validate({ params: Object(params), query: Object(query), headers, body });
      const answered = call.valid ? await answer(handler, call, request.session) : malformed(call.problems);
      if ("parts" in answered) return sendParts(request, reply, renderers, answered, streams);
      return send(request, reply, renderers, answered);
    },
    errorHandler: (error, request, reply) => sendError(error, request, reply, renderers, handler.bodyLimitBytes),
  };
}

function answer(handler: Handler<unknown>, call: Call<unknown>, session: Session | null): Promise<View | Streamed> {
  if ("answerAnyone" in handler) return handler.answerAnyone(call);
  if (session === null) throw new Error("an operation about a world was bound without authentication");
  return "stream" in handler ? handler.stream(call, session) : handler.answer(call, session);
}

/** What to do with a request's credentials, as the operation's security schemes say. Throws `Refused`. */
function authenticatorFor(
  { operationId, security }: Operation,
  handler: Handler<unknown>,
  authentication: Authentication,
): (request: FastifyRequest) => void {
  if (!("answerAnyone" in handler)) {
    if (!security.includes("apiKey")) throw new SpecError("its code needs the security scheme apiKey", { operationId });
    return (request) => {
      request.session = authentication.company(request.headers);
    };
  }
  return security.includes("adminToken") ? ({ headers }) => authentication.admin(headers) : () => undefined;
}

/** The outcomes that the handler names, and those of the server that the operation describes itself. */
function shapesFor(
  responses: readonly ResponseSpec[],
  handler: Handler<unknown>,
  shapes: OutcomeShapes,
): OutcomeShapes {
  const described = responses.flatMap(({ outcomes }) => outcomes).filter((name) => name in serverShapes);
  const known = { ...shapes, ...serverShapes };
  const picked = [...handler.outcomes, ...described].map((name) => {
    const shape = known[name];
    if (shape === undefined) throw new Error(`no view is known for the outcome ${name}`);
    return [name, shape] as const;
  });
  return Object.fromEntries(picked);
}

/** Where the document itself is served, below its prefix. */
const documentPath = "/openapi.json";

/**
 * What no operation answers: 405 where the path exists, else 404. Decided before the body is read, for a method that is
 * not possible stays impossible whatever comes with it.
 */
function refuseOtherRequests(scope: FastifyInstance, operations: readonly Operation[], common: Renderers): void {
  const { prefix } = scope;
  const resources = [{ path: documentPath, method: "GET" }, ...operations].map(({ path, method }) => {
    return { segments: `${prefix}${path}`.split("/"), method };
  });
  scope.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
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

function refuseUnknownHandlers({ handlers }: Binding, operations: readonly Operation[]): void {
  const known = new Set(operations.map(({ operationId }) => operationId));
  for (const operationId of Object.keys(handlers)) {
    if (!known.has(operationId)) throw new SpecError("the document has no such operation", { operationId });
  }
}

/** What a document with an overlay lets through must be what the handlers have been written for. */
function refuseUnfedHandlers({ handlers, builtDocument }: Binding, operations: readonly Operation[]): void {
  if (builtDocument === undefined) return;
  const built = new Map(listOperations(builtDocument.dereferenced).map((each) => [each.operationId, each]));
  for (const operation of operations) {
    const needed = built.get(operation.operationId);
    if (handlers[operation.operationId] && needed) refuseOtherInputs(operation, needed);
  }
}
