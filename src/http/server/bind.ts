import { Transform } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler, RouteOptions } from "fastify";
import { type Memory, outOfMemory } from "../../engine/world/memory.ts";
import { goOnWith } from "../../engine/world/soon.ts";
import type { SpecDocument } from "../../spec/document.ts";
import type { CompileTime } from "../../spec/find-errors.ts";
import { refuseOtherInputs } from "../../spec/inputs-fit.ts";
import { listCommonResponses, listOperations, type Operation } from "../../spec/operations.ts";
import { compileResponses, type OutcomeShapes, type View } from "../../spec/renderer.ts";
import { SpecError } from "../../spec/spec-error.ts";
import { createValidatorCompiler, type ValidateRequest } from "../../spec/validator.ts";
import { OpenStreams } from "../event-stream/part-stream.ts";
import { commandShapes } from "../reply/outcome-view.ts";
import { faultResponses, type Renderers, send, sendError, sendLarge, sendParts } from "../reply/reply.ts";
import {
  bodyLimitBytes,
  guardedShapes,
  malformed,
  operationErrorShapes,
  Refused,
  serverShapes,
  tooLargeFromStranger,
} from "../reply/server-outcome.ts";
import type { Calls } from "../request/calls.ts";
import type { Route } from "../request/meant-route.ts";
import { refuseOtherRequests } from "../request/other-requests.ts";
import type { Session } from "../request/session.ts";
import type { Authentication } from "../security/authentication.ts";
import { refuseForeignPages } from "../security/foreign-page.ts";
import type { Call, Handler, Streamed } from "./handler.ts";
import { LargeResponses } from "./large-responses.ts";
import type { UnsentResponses } from "./unsent-responses.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The company of the API key; null if the operation needs no key. */
    session: Session | null;
    /** The name of the outcome, when it is known. */
    outcome: string | null;
    /** What is wrong with it, if it is malformed. */
    reason: string | null;
    /** The maximum size of its body, which can depend on the caller. */
    bodyLimitBytes: number;
  }
}

/** A document and the code that implements it. */
export interface Binding {
  readonly document: SpecDocument;
  /** The document without its overlay, if there is one: it describes what the handlers accept and return. */
  readonly builtDocument?: SpecDocument | undefined;
  readonly handlers: Readonly<Record<string, Handler<unknown>>>;
  readonly authentication: Authentication;
  readonly memory: Memory;
  /**
   * When responses and validators are compiled, which shows whether document and code fit together. The tests do that for
   * the documents of this version.
   */
  readonly compiles: CompileTime;
  /** Set for the simulated interface only. */
  readonly calls?: Calls | undefined;
  /** Whether requests from web pages of other origins are refused. */
  readonly refusesForeignPages?: boolean;
}

/**
 * Compiles the operations of a document. Returns a function that registers them in a Fastify scope. Routing,
 * authentication, validation, responses and errors follow the document; handlers know no path, status or wire name.
 * `served`: the routes of the whole server. `known`: those that a document describes; the operations are added.
 * @throws SpecError if the document and the code do not fit together.
 */
export function bind(
  binding: Binding,
  unsent: UnsentResponses,
  served: readonly Route[],
  known: Route[],
): (scope: FastifyInstance) => void {
  const { dereferenced } = binding.document;
  const operations = listOperations(dereferenced);
  const built = builtOperations(binding, operations);
  const commonResponses = listCommonResponses(dereferenced);
  const common = commonRenderers(binding);
  binding.calls?.journals.learn(operations);
  const { compileRequestValidator } = createValidatorCompiler(binding.compiles);
  const streams = new OpenStreams();
  // What takes long is in a line of its own, and so is each document: a balance waits for no export.
  const lists = new LargeResponses(binding.memory, unsent);
  const exports = new LargeResponses(binding.memory, unsent);
  const routes = operations.map((operation) => {
    const fits = faultResponses(operation.operationId, [...operation.responses, ...commonResponses]);
    const large = binding.handlers[operation.operationId]?.isLong === true ? exports : lists;
    const validator = atTime(binding.compiles, () => compileRequestValidator(operation));
    return routeOf(binding, operation, built, validator, common, streams, large, unsent, fits);
  });
  return (scope) => {
    if (binding.refusesForeignPages) refuseForeignPages(scope);
    for (const route of routes) scope.route(route);
    // One copy for all clients, also for those that do not read it.
    const source = atTime("first-use", () => Buffer.from(JSON.stringify(binding.document.source)));
    scope.get(documentPath, (_request, reply) => reply.type("application/json; charset=utf-8").send(source()));
    const described = [{ path: documentPath, method: "GET" }, ...operations];
    known.push(...described.map(({ path, method }) => ({ path: scope.prefix + path, method })));
    refuseOtherRequests(scope, common, documentPath, { served, known }, binding);
    scope.addHook("preClose", (done) => {
      streams.end();
      binding.calls?.end();
      done();
    });
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, common));
  };
}

/** Returns the renderers of the outcomes that belong to no operation. */
export function commonRenderers({ document, refusesForeignPages }: Binding): Renderers {
  const shapes = refusesForeignPages ? guardedShapes : serverShapes;
  const responses = listCommonResponses(document.dereferenced);
  return compileResponses({ operationId: "x-responses", responses }, shapes);
}

function routeOf(
  binding: Binding,
  operation: Operation,
  built: ReadonlyMap<string, Operation>,
  validator: () => ValidateRequest,
  common: Renderers,
  streams: OpenStreams,
  large: LargeResponses,
  unsent: UnsentResponses,
  faultResponsesFor: (status: number) => Renderers,
): RouteOptions {
  const { operationId, method, route: url, responses } = operation;
  const handler = binding.handlers[operationId];
  if (handler === undefined) throw new SpecError("no code answers this operation", { operationId });
  const shapes = shapesFor(outcomesOf(built.get(operationId)), outcomesOf(operation), handler);
  const renderers = atTime(binding.compiles, () => {
    return new Map([...common, ...compileResponses({ operationId, responses }, shapes)]);
  });
  const authenticate = authenticatorFor(operation, handler, binding.authentication);
  const { calls, memory } = binding;
  const choosesFault = (request: FastifyRequest) => {
    return request.session === null ? undefined : calls?.begin(request, request.session, operationId);
  };
  const begin = (request: FastifyRequest) => {
    if (grows && memory.isFull) throw outOfMemory();
    const limited = limitBody(request, handler, binding.authentication);
    return limited === undefined ? choosesFault(request) : limited.then(() => choosesFault(request));
  };
  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    // What waits for something that may never happen would keep others from their turn.
    if (!isLarge || Object(request.query).wait !== undefined) return respondNow(request, reply);
    const make = () => (reply.raw.destroyed ? reply : respondNow(request, reply));
    return large.inTurn(worldOf(request), reply.raw, make);
  };
  const respondNow = (request: FastifyRequest, reply: FastifyReply) => {
    const { params, query, headers, body } = request;
    const call = validator()({ params: Object(params), query: Object(query), headers, body });
    return goOnWith(call.valid ? answer(handler, call, request, reply) : malformed(call.problems), (answered) => {
      if ("parts" in answered) return sendParts(request, reply, renderers(), answered, streams);
      const sent = (isLarge ? sendLarge : send)(request, reply, renderers(), answered);
      return goOnWith(sent, () => {
        unsent.leaves(worldOf(request), reply.raw);
        // Fastify would wait for a returned reply, and this one has been sent.
        return undefined;
      });
    });
  };
  const isLarge =
    method === "GET" && !("stream" in handler) && (handler.isLong ?? handler.isLarge ?? hasList(handler.shapes));
  const grows = !["GET", "HEAD", "DELETE"].includes(method) && handler.freesMemory !== true;
  return {
    method,
    url,
    config: { operationId },
    ...(handler.bodyLimitBytes === undefined ? {} : { bodyLimit: handler.bodyLimitBytes }),
    // Authentication comes before the body, so that callers without a key cost little.
    onRequest: (request, _reply, done) => {
      const found = authenticate(request);
      const begun = found === undefined ? begin(request) : found.then(() => begin(request));
      if (begun === undefined) done();
      else begun.then(() => done(), done);
    },
    ...(handler.bodyLimitBytes === undefined ? {} : { preParsing: boundBody }),
    handler: (request, reply) => {
      const { fault } = request;
      if (fault === null) return respond(request, reply);
      const faulty = calls?.endsByFault(request, reply, faultResponsesFor) ?? Promise.resolve(false);
      return faulty.then((isEnded) => (isEnded ? reply : respond(request, reply)));
    },
    errorHandler: async (error, request, reply) => {
      // A fault applies even if the body cannot be read.
      if (request.fault !== null && (await calls?.endsByFault(request, reply, faultResponsesFor))) return reply;
      return sendError(error, request, reply, renderers(), handler.bodyLimitBytes);
    },
  };
}

function worldOf({ session }: FastifyRequest): string {
  return session?.world.worldId ?? "";
}

/** Returns what returns what is made, now or when it is first asked for. */
function atTime<T>(time: CompileTime, make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  const get = () => {
    made ??= { value: make() };
    return made.value;
  };
  if (time === "now") get();
  return get;
}

function answer(
  handler: Handler<unknown>,
  call: Call<unknown>,
  { session }: FastifyRequest,
  { raw }: FastifyReply,
): View | Promise<View | Streamed> {
  if ("answerAnyone" in handler) return handler.answerAnyone(call, raw);
  if (session === null) throw new Error("an operation about a world was bound without authentication");
  return "stream" in handler ? handler.stream(call, session) : handler.answer(call, session, raw);
}

/** Accepts a body above the usual limit from known callers only. Throws `Refused`. */
function limitBody(
  request: FastifyRequest,
  { bodyLimitBytes: mostBytes = bodyLimitBytes }: Handler<unknown>,
  authentication: Authentication,
): Promise<void> | undefined {
  if (mostBytes === bodyLimitBytes) return undefined;
  const limited = goOnWith(authentication.knows(request.headers), (isKnown) => {
    if (isKnown) request.bodyLimitBytes = mostBytes;
    else if (Number(request.headers["content-length"]) > bodyLimitBytes) throw new Refused(tooLargeFromStranger());
  });
  return limited instanceof Promise ? limited : undefined;
}

/** Refuses a body as soon as it exceeds the limit, so that an unknown caller cannot fill the memory with chunks. */
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

/** Returns what checks the credentials of a request, by the security schemes of the operation. Throws `Refused`. */
function authenticatorFor(
  { operationId, security }: Operation,
  handler: Handler<unknown>,
  authentication: Authentication,
): (request: FastifyRequest) => Promise<void> | undefined {
  if (!("answerAnyone" in handler)) {
    if (!security.includes("apiKey")) throw new SpecError("its code needs the security scheme apiKey", { operationId });
    return (request) => {
      const found = authentication.company(request.headers);
      if (found instanceof Promise) {
        return found.then((session) => {
          request.session = session;
        });
      }
      request.session = found;
      return undefined;
    };
  }
  if (!security.includes("adminToken")) return () => undefined;
  return ({ headers }) => {
    authentication.admin(headers);
    return undefined;
  };
}

/**
 * Returns the shapes of the outcomes that the code of an operation can have, by the document without an overlay, and of
 * the server outcomes that the operation describes itself.
 */
function shapesFor(
  built: readonly string[],
  described: readonly string[],
  { shapes = {} }: Handler<unknown>,
): OutcomeShapes {
  const known: OutcomeShapes = { ...serverShapes, ...operationErrorShapes, ...commandShapes, ...shapes };
  const ofCode = [...Object.keys(shapes), ...built.filter((name) => !(name in serverShapes))];
  const names = [...ofCode, ...described.filter((name) => name in serverShapes)];
  return Object.fromEntries(names.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])));
}

function outcomesOf(operation: Operation | undefined): readonly string[] {
  return operation?.responses.flatMap(({ outcomes }) => outcomes) ?? [];
}

/** Whether one of these shapes has a list, however deep. */
function hasList(shapes: unknown): boolean {
  if (typeof shapes !== "object" || shapes === null) return false;
  return Array.isArray(shapes) || Object.values(shapes).some(hasList);
}

/** Where the document itself is served, below its prefix. */
const documentPath = "/openapi.json";

/**
 * Returns the operations that the handlers were written for, and checks that a document with an overlay lets through
 * only what they accept.
 */
function builtOperations({ handlers, builtDocument }: Binding, operations: readonly Operation[]) {
  const listed = builtDocument === undefined ? operations : listOperations(builtDocument.dereferenced);
  const built = new Map(listed.map((operation) => [operation.operationId, operation]));
  const given = new Map(operations.map((operation) => [operation.operationId, operation]));
  for (const operationId of Object.keys(handlers)) {
    const operation = given.get(operationId);
    if (operation === undefined) throw new SpecError("the document has no such operation", { operationId });
    const needed = built.get(operationId);
    if (builtDocument !== undefined && needed !== undefined) refuseOtherInputs(operation, needed);
  }
  return built;
}
