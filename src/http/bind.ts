import { Transform } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler, RouteOptions } from "fastify";
import { type Memory, outOfMemory } from "../engine/memory.ts";
import type { SpecDocument } from "../spec/document.ts";
import { refuseOtherInputs } from "../spec/inputs-fit.ts";
import { listCommonResponses, listOperations, type Operation, type ResponseSpec } from "../spec/operations.ts";
import { compileCommonResponses, compileResponses, type OutcomeShapes, type View } from "../spec/renderer.ts";
import { SpecError } from "../spec/spec-error.ts";
import { createValidatorCompiler, type ValidateRequest } from "../spec/validator.ts";
import type { Authentication } from "./authentication.ts";
import type { Calls } from "./calls.ts";
import { faultResponses } from "./fault-response.ts";
import { refuseForeignPages } from "./foreign-page.ts";
import type { Call, Handler, Streamed } from "./handler.ts";
import { refuseOtherRequests } from "./other-requests.ts";
import { OpenStreams } from "./part-stream.ts";
import { Refused } from "./refused.ts";
import { type Renderers, send, sendError, sendParts } from "./reply.ts";
import { bodyLimitBytes, guardedShapes, malformed, serverShapes, tooLargeFromStranger } from "./server-outcome.ts";
import type { Session } from "./session.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whom the API key speaks for; null where none is asked for. */
    session: Session | null;
    /** The name of the outcome, once there is one. */
    outcome: string | null;
    /** How large its body may be, which may depend on who asks. */
    bodyLimitBytes: number;
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
  readonly memory: Memory;
  /** Where the operations are those of the simulated interface. */
  readonly calls?: Calls | undefined;
  /** Whether web pages of other origins are refused. */
  readonly refusesForeignPages?: boolean;
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
  const commonResponses = listCommonResponses(dereferenced);
  const common = commonRenderers(binding);
  binding.calls?.journals.learn(operations);
  // What is shipped is tested; what an overlay has broken must not wait for the first request to show.
  const { compileRequestValidator } = createValidatorCompiler(binding.builtDocument ? "now" : "first-use");
  const streams = new OpenStreams();
  const routes = operations.map((operation) => {
    const fits = faultResponses(operation.operationId, [...operation.responses, ...commonResponses]);
    return routeOf(binding, operation, compileRequestValidator(operation), common, streams, fits);
  });
  return (scope) => {
    if (binding.refusesForeignPages) refuseForeignPages(scope);
    for (const route of routes) scope.route(route);
    scope.get(documentPath, (_request, reply) => reply.send(binding.document.source));
    refuseOtherRequests(scope, [{ path: documentPath, method: "GET" }, ...operations], common, documentPath, binding);
    scope.addHook("preClose", (done) => {
      streams.end();
      binding.calls?.end();
      done();
    });
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, common));
  };
}

/** The renderers of what the server answers on its own account. */
export function commonRenderers({ document, refusesForeignPages }: Binding): Renderers {
  const shapes = refusesForeignPages ? guardedShapes : serverShapes;
  return compileCommonResponses(listCommonResponses(document.dereferenced), shapes);
}

function routeOf(
  binding: Binding,
  operation: Operation,
  validate: ValidateRequest,
  common: Renderers,
  streams: OpenStreams,
  faultResponsesFor: (status: number) => Renderers,
): RouteOptions {
  const { operationId, method, route: url } = operation;
  const handler = binding.handlers[operationId];
  if (handler === undefined) throw new SpecError("no code answers this operation", { operationId });
  const { responses } = operation;
  const shapes = shapesFor(responses, handler, binding.shapes);
  const renderers = new Map([...common, ...compileResponses({ operationId, responses }, [], shapes)]);
  const authenticate = authenticatorFor(operation, handler, binding.authentication);
  const { calls, memory } = binding;
  const grows = !["GET", "HEAD", "DELETE"].includes(method) && handler.freesMemory !== true;
  return {
    method,
    url,
    ...(handler.bodyLimitBytes === undefined ? {} : { bodyLimit: handler.bodyLimitBytes }),
    // The key is looked at before the body: a stranger learns nothing, and costs little.
    onRequest: (request, _reply, done) => {
      authenticate(request);
      if (grows && memory.isFull) throw outOfMemory();
      limitBody(request, handler, binding.authentication);
      const struck = request.session === null ? undefined : calls?.begin(request, request.session, operationId);
      if (struck === undefined) done();
      else struck.then(() => done(), done);
    },
    ...(handler.bodyLimitBytes === undefined ? {} : { preParsing: boundBody }),
    handler: async (request, reply) => {
      if (request.fault !== null && (await calls?.endsByFault(request, reply, faultResponsesFor))) return reply;
      const { params, query, headers, body } = request;
      const call = validate({ params: Object(params), query: Object(query), headers, body });
      const answered = call.valid ? await answer(handler, call, request, reply) : malformed(call.problems);
      if ("parts" in answered) return sendParts(request, reply, renderers, answered, streams);
      send(request, reply, renderers, answered);
      // Not the reply: one that is returned is waited for, and this one has left.
      return undefined;
    },
    errorHandler: async (error, request, reply) => {
      // A body that could not be read is no reason to be spared.
      if (request.fault !== null && (await calls?.endsByFault(request, reply, faultResponsesFor))) return reply;
      return sendError(error, request, reply, renderers, handler.bodyLimitBytes);
    },
  };
}

function answer(
  handler: Handler<unknown>,
  call: Call<unknown>,
  { session }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<View | Streamed> {
  if ("answerAnyone" in handler) return handler.answerAnyone(call);
  if (session === null) throw new Error("an operation about a world was bound without authentication");
  return "stream" in handler ? handler.stream(call, session) : handler.answer(call, session, () => raw.destroyed);
}

/** A body that is larger than others may be is read only from somebody who is known. Throws `Refused`. */
function limitBody(
  request: FastifyRequest,
  { bodyLimitBytes: mostBytes = bodyLimitBytes }: Handler<unknown>,
  authentication: Authentication,
): void {
  if (mostBytes === bodyLimitBytes) return;
  if (authentication.knows(request.headers)) request.bodyLimitBytes = mostBytes;
  else if (Number(request.headers["content-length"]) > bodyLimitBytes) throw new Refused(tooLargeFromStranger());
}

/** Refuses a body as soon as too much of it has come, so that a stranger's chunks are not kept in memory. */
const boundBody: preParsingHookHandler = (request, _reply, payload, done) => {
  const { bodyLimitBytes: maxBytes } = request;
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      if (bytes > maxBytes) next(new Refused(tooLargeFromStranger()));
      else next(null, chunk);
    },
  });
  done(null, maxBytes > bodyLimitBytes ? payload : payload.pipe(bounded));
};

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
