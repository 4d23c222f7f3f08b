import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { outOfMemory } from "../../engine/world/memory.ts";
import { goOnWith, type Soon } from "../../engine/world/soon.ts";
import type { Operation } from "../../spec/operations.ts";
import type { View } from "../../spec/renderer.ts";
import { SpecError } from "../../spec/spec-error.ts";
import type { ValidateRequest } from "../../spec/validator.ts";
import type { OpenStreams } from "../event-stream/part-stream.ts";
import { type Renderers, send, sendError, sendLarge, sendParts } from "../reply/reply.ts";
import { malformed } from "../reply/server-outcome.ts";
import type { Binding } from "./binding.ts";
import type { Handler, Streamed, ValidCall } from "./handler.ts";
import type { LargeResponses } from "./large-responses.ts";
import { boundBody, limitBody } from "./limited-body.ts";
import type { UnsentResponses } from "./unsent-responses.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The name of the outcome, when it is known. */
    outcome: string | null;
    /** What is wrong with it, if it is malformed. */
    reason: string | null;
  }
}

/** What was made of an operation for its requests. */
export interface OperationParts {
  readonly validator: () => ValidateRequest;
  readonly renderers: () => Renderers;
  readonly faultResponses: (status: number) => Renderers;
  /** Where its responses wait for their turn; null if they are small. */
  readonly large: LargeResponses | null;
  readonly unsent: UnsentResponses;
  readonly streams: OpenStreams;
}

/**
 * The life of a request for an operation, from the top to the bottom. Before it, `server.ts` judges the host and whether
 * another process has passed the request on, and `foreign-page.ts` the page that it comes from.
 */
export class RequestLife {
  readonly #operation: Operation;
  readonly #handler: Handler<unknown>;
  readonly #binding: Binding;
  readonly #parts: OperationParts;
  readonly #security: "company" | "admin" | "none";
  readonly #grows: boolean;

  /** Throws `SpecError` if the document asks for no key and the code needs one. */
  constructor(operation: Operation, handler: Handler<unknown>, binding: Binding, parts: OperationParts) {
    const { operationId, security, method } = operation;
    const needsCompany = !("answerAnyone" in handler);
    const hasKey = security.includes("apiKey");
    if (needsCompany && !hasKey) throw new SpecError("its code needs the security scheme apiKey", { operationId });
    this.#operation = operation;
    this.#handler = handler;
    this.#binding = binding;
    this.#parts = parts;
    this.#security = needsCompany ? "company" : security.includes("adminToken") ? "admin" : "none";
    this.#grows = !["GET", "HEAD", "DELETE"].includes(method) && handler.freesMemory !== true;
  }

  get route(): RouteOptions {
    const { operationId, method, route: url } = this.#operation;
    const { bodyLimitBytes: bodyLimit } = this.#handler;
    return {
      method,
      url,
      config: { operationId },
      onRequest: (request, _reply, done) => {
        const begun = this.#begin(request);
        if (begun instanceof Promise) begun.then(() => done(), done);
        else done();
      },
      ...(bodyLimit === undefined ? {} : { bodyLimit, preParsing: boundBody }),
      handler: (request, reply) => this.#goOn(request, reply),
      errorHandler: (error, request, reply) => this.#fail(error, request, reply),
    };
  }

  /** The key and its world, the memory, the size of the body, the fault: before the body, so that strangers cost little. */
  #begin(request: FastifyRequest): Soon<void> {
    const { authentication, memory, calls } = this.#binding;
    return goOnWith(this.#authenticate(request), () => {
      if (this.#grows && memory.isFull) throw outOfMemory();
      const limited = limitBody(request, this.#handler.bodyLimitBytes, authentication);
      return goOnWith(limited, () => calls?.begin(request, this.#operation.operationId));
    });
  }

  /** Throws `Refused`, and `OwnedElsewhere` if another process has the world of the key: `sendError` passes the request on. */
  #authenticate(request: FastifyRequest): Soon<void> {
    const { authentication } = this.#binding;
    if (this.#security === "admin") authentication.admin(request.headers);
    if (this.#security !== "company") return;
    return goOnWith(authentication.company(request.headers), (session) => {
      request.session = session;
    });
  }

  /** The body was read. A fault can end the call before anything is done; else its response waits for its turn. */
  #goOn(request: FastifyRequest, reply: FastifyReply) {
    if (request.fault === null) return this.#inTurn(request, reply);
    return this.#endsByFault(request, reply).then((isEnded) => (isEnded ? reply : this.#inTurn(request, reply)));
  }

  #inTurn(request: FastifyRequest, reply: FastifyReply) {
    const { large } = this.#parts;
    // What waits for something that may never happen would keep others from their turn.
    if (large === null || Object(request.query).wait !== undefined) return this.#respond(request, reply);
    const make = () => (reply.raw.destroyed ? reply : this.#respond(request, reply));
    return large.inTurn(worldOf(request), reply.raw, make);
  }

  /** Validation, the handler, which resolves when all that its answer depends on is durable, and the response. */
  #respond(request: FastifyRequest, reply: FastifyReply) {
    const { validator, renderers, large, unsent, streams } = this.#parts;
    const { params, query, headers, body } = request;
    const call = validator()({ params: Object(params), query: Object(query), headers, body });
    return goOnWith(call.valid ? this.#answer(call, request, reply) : malformed(call.problems), (answered) => {
      if ("parts" in answered) return sendParts(request, reply, renderers(), answered, streams);
      const sent = (large === null ? send : sendLarge)(request, reply, renderers(), answered);
      return goOnWith(sent, () => {
        // Nothing is returned: Fastify would wait for a reply that has been sent.
        unsent.leaves(worldOf(request), reply.raw);
      });
    });
  }

  #answer(call: ValidCall<unknown>, { session }: FastifyRequest, { raw }: FastifyReply): Soon<View | Streamed> {
    const handler = this.#handler;
    if ("answerAnyone" in handler) return handler.answerAnyone(call, raw);
    if (session === null) throw new Error("an operation about a world was bound without authentication");
    return "stream" in handler ? handler.stream(call, session) : handler.answer(call, session, raw);
  }

  /** A fault applies even if the body cannot be read. */
  async #fail(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.fault !== null && (await this.#endsByFault(request, reply))) return reply;
    return sendError(error, request, reply, this.#parts.renderers(), this.#handler.bodyLimitBytes);
  }

  async #endsByFault(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    return (await this.#binding.calls?.endsByFault(request, reply, this.#parts.faultResponses)) ?? false;
  }
}

function worldOf({ session }: FastifyRequest): string {
  return session?.world.worldId ?? "";
}
