import type { FastifyInstance } from "fastify";
import type { CompileTime } from "../../spec/find-errors.ts";
import { refuseOtherInputs } from "../../spec/inputs-fit.ts";
import { listCommonResponses, listOperations, type Operation } from "../../spec/operations.ts";
import { compileResponses, type OutcomeShapes } from "../../spec/renderer.ts";
import type { Schema } from "../../spec/schema.ts";
import { isObjectShape, shapeOf } from "../../spec/shape.ts";
import { SpecError } from "../../spec/spec-error.ts";
import { requestValidatorsOf } from "../../spec/validator.ts";
import { OpenStreams } from "../event-stream/part-stream.ts";
import { commandShapes } from "../reply/outcome-view.ts";
import { faultResponses, type Renderers, sendError } from "../reply/reply.ts";
import { guardedShapes, serverShapes } from "../reply/server-outcome.ts";
import type { ServerRoute } from "../request/meant-route.ts";
import { refuseOtherRequests } from "../request/other-requests.ts";
import { refuseForeignPages } from "../security/foreign-page.ts";
import type { Binding } from "./binding.ts";
import type { Handler } from "./handler.ts";
import { LargeResponses } from "./large-responses.ts";
import { RequestLife } from "./request-life.ts";
import type { UnsentResponses } from "./unsent-responses.ts";

/**
 * Compiles the operations of a document. Returns a function that registers them in a Fastify scope. Routing,
 * authentication, validation, responses and errors follow the document; handlers know no path, status or wire name.
 * `served`: the routes of the whole server. `known`: those that a document describes; the operations are added.
 * @throws SpecError if the document and the code do not fit together.
 */
export function bind(
  binding: Binding,
  unsent: UnsentResponses,
  served: readonly ServerRoute[],
  known: ServerRoute[],
): (scope: FastifyInstance) => void {
  const { dereferenced } = binding.document;
  const operations = listOperations(dereferenced);
  const built = builtOperations(binding, operations);
  const commonResponses = listCommonResponses(dereferenced);
  const common = commonRenderers(binding);
  binding.calls?.journals.learn(operations);
  const compileRequestValidator = requestValidatorsOf(binding.document, binding.compiles);
  const streams = new OpenStreams();
  // What takes long is in a line of its own, and so is each document: a balance waits for no export.
  const lists = new LargeResponses(binding.memory, unsent);
  const exports = new LargeResponses(binding.memory, unsent);
  const routes = operations.map((operation) => {
    const { operationId, responses } = operation;
    const handler = binding.handlers[operationId];
    if (handler === undefined) throw new SpecError("no code answers this operation", { operationId });
    const life = new RequestLife(operation, handler, binding, {
      validator: atTime(binding.compiles, () => compileRequestValidator(operation)),
      renderers: atTime(binding.compiles, () => {
        const shapes = shapesFor(built.get(operationId), operation, handler);
        return new Map([...common, ...compileResponses(operation, shapes)]);
      }),
      faultResponses: faultResponses(operationId, [...responses, ...commonResponses]),
      large: isLarge(operation, handler) ? (handler.isLong === true ? exports : lists) : null,
      unsent,
      streams,
    });
    return life.route;
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
      binding.calls?.waits.end();
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

/**
 * Returns the shapes of the outcomes that the code of an operation can have, by the document without an overlay, and of
 * the server outcomes that the operation describes itself. Where the code says nothing of an outcome, it has what that
 * document shows.
 */
function shapesFor(
  built: Operation | undefined,
  described: Operation,
  { shapes = {} }: Handler<unknown>,
): OutcomeShapes {
  const known: OutcomeShapes = { ...serverShapes, ...commandShapes, ...shapes };
  const ofCode = outcomesOf(built).filter(([name]) => !(name in serverShapes));
  const ofServer = outcomesOf(described).filter(([name]) => name in serverShapes);
  return Object.fromEntries(
    [...ofCode, ...ofServer].map(([name, schema]) => {
      const shape = known[name] ?? shapeOf(schema ?? {}, { operationId: described.operationId, outcome: name });
      return [name, isObjectShape(shape) ? shape : {}];
    }),
  );
}

/** Returns the outcomes of an operation, each with the schema of its body. */
function outcomesOf(operation: Operation | undefined): readonly (readonly [string, Schema | null])[] {
  return operation?.responses.flatMap(({ outcomes, schema }) => outcomes.map((name) => [name, schema] as const)) ?? [];
}

/** Whether a response can be large. A stream ends when its client leaves. */
function isLarge({ method, responses }: Operation, handler: Handler<unknown>): boolean {
  if (method !== "GET" || "stream" in handler) return false;
  const answers = responses.filter(({ status }) => status !== null && status < 300);
  return handler.isLong ?? handler.isLarge ?? answers.some(({ schema }) => schema !== null && hasList(schema));
}

/** Whether a part of a schema is a list, however deep. */
function hasList({ items, properties = {}, allOf = [], anyOf = [], oneOf = [] }: Schema): boolean {
  return items !== undefined || [...Object.values(properties), ...allOf, ...anyOf, ...oneOf].some(hasList);
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
