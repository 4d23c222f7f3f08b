import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { parseJsonText } from "../spec/json-text.ts";
import { listCommonResponses } from "../spec/operations.ts";
import { compileCommonResponses } from "../spec/renderer.ts";
import { type Binding, bind } from "./bind.ts";
import { Refused } from "./refused.ts";
import { type Renderers, sendError } from "./reply.ts";
import type { RequestLog } from "./request-log.ts";
import { bodyLimitBytes, malformed, serverShapes } from "./server-outcome.ts";

/** Under which paths a document is bound. */
export interface Mount {
  readonly prefixes: readonly string[];
  readonly binding: Binding;
}

/** The HTTP server: each document under its prefixes, and beside it at `openapi.json`. The first mount is the root's. */
export function createServer(root: Mount, others: readonly Mount[], log: RequestLog | null): FastifyInstance {
  const common = commonRenderers(root.binding);
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 256 },
    // Bodies are refused by schemas, in the documents' words; Fastify's own validator has nothing to do.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, common),
    clientErrorHandler: (error, socket) => refuseRawRequest(error, socket, common),
  });
  app.decorateRequest("session", null);
  app.decorateRequest("outcome", null);
  readJsonBodies(app);
  if (log !== null) logRequests(app, log);
  for (const { prefixes, binding } of [...others, root]) {
    for (const prefix of prefixes) {
      app.register(
        async (scope) => {
          bind(scope, binding);
          scope.get("/openapi.json", (_request, reply) => reply.send(binding.document.source));
        },
        { prefix },
      );
    }
  }
  return app;
}

/** Only JSON is read, strictly: valid UTF-8, no key twice, no key that would reach a prototype. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    const parsed = isUtf8(body) ? parseJsonText(body.toString()) : { problem: "it is not valid UTF-8" };
    if ("value" in parsed) return done(null, parsed.value);
    return done(new Refused(malformed([{ at: "body", message: parsed.problem }])));
  });
}

function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.addHook("onResponse", (request, reply, done) => {
    const world = request.session?.world ?? null;
    log({
      method: request.method,
      path: request.url,
      status: reply.statusCode,
      outcome: request.outcome,
      worldId: world?.worldId ?? null,
      worldAt: world?.now ?? null,
      durationMs: reply.elapsedTime,
    });
    done();
  });
}

function commonRenderers({ document }: Binding): Renderers {
  return compileCommonResponses(listCommonResponses(document.dereferenced), serverShapes);
}

/** What is no HTTP request at all is answered on the bare connection, in the same shape as everything else. */
function refuseRawRequest(error: NodeJS.ErrnoException, socket: Socket, renderers: Renderers): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const view =
    error.code === "HPE_HEADER_OVERFLOW"
      ? { type: "headers-too-large", message: "The headers are larger than 16 KiB together." }
      : malformed([{ at: "request", message: "it is not valid HTTP" }]);
  const response = renderers.get(view.type)?.(view);
  const body = response?.body ?? "";
  const status = `${response?.status ?? 400} ${view.type === "headers-too-large" ? "Request Header Fields Too Large" : "Bad Request"}`;
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}
