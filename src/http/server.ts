import { isUtf8 } from "node:buffer";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type ConnectionError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { parseJsonText } from "../spec/json-text.ts";
import { listCommonResponses } from "../spec/operations.ts";
import { compileCommonResponses } from "../spec/renderer.ts";
import { type Binding, bind } from "./bind.ts";
import { Refused } from "./refused.ts";
import { type Renderers, sendError } from "./reply.ts";
import type { RequestLog } from "./request-log.ts";
import { bodyLimitBytes, malformed, pathOf, serverShapes, viewOfParserError } from "./server-outcome.ts";

/** Under which paths a document is bound. */
export interface Mount {
  readonly prefixes: readonly string[];
  readonly binding: Binding;
}

/** What is longer than all headers may be together is no matter of the router's, but of the documents' schemas. */
const maxParamLength = 16 * 1024;

/** How long a request may take to arrive, so that slow senders do not fill the server. Answers may take longer. */
const requestTimeoutMs = 60_000;

/** The HTTP server: each document under its prefixes, and beside it at `openapi.json`. The first mount is the root's. */
export function createServer(root: Mount, others: readonly Mount[], log: RequestLog | null): FastifyInstance {
  const renderersFor = chooseRenderers(root, others);
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // While it closes the worlds say so themselves, in the documents' words.
    return503OnClosing: false,
    routerOptions: { maxParamLength },
    // Node would answer without a body; refuseWithoutHost does it in the documents' words.
    http: { requireHostHeader: false },
    // Bodies are refused by schemas, in the documents' words; Fastify's own validator has nothing to do.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, renderersFor(request.url)),
    clientErrorHandler: (error, socket) => refuseRawRequest(error, socket, renderersFor),
  });
  // An expectation that is not known is none; Node would answer 417 without a body.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.decorateRequest("session", null);
  app.decorateRequest("outcome", null);
  app.decorateRequest("onHangUp", null);
  app.decorateRequest("received", null);
  app.decorateRequest("fault", null);
  readJsonBodies(app);
  refuseWithoutHost(app);
  if (log !== null) logRequests(app, log);
  for (const { prefixes, binding } of [...others, root]) {
    const register = bind(binding);
    for (const prefix of prefixes) app.register(async (scope) => register(scope), { prefix });
  }
  return app;
}

/** For what fails before a route is found: the renderers of the document below whose prefix the target lies. */
function chooseRenderers(root: Mount, others: readonly Mount[]): (target: string) => Renderers {
  const rootRenderers = commonRenderers(root.binding);
  const below = others.flatMap(({ prefixes, binding }) => {
    const renderers = commonRenderers(binding);
    return prefixes.map((prefix) => ({ prefix: `${prefix}/`, renderers }));
  });
  return (target) => {
    const path = `${pathOf(target)}/`;
    return below.find(({ prefix }) => path.startsWith(prefix))?.renderers ?? rootRenderers;
  };
}

function refuseWithoutHost(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.headers.host !== undefined || request.raw.httpVersion !== "1.1") return done();
    done(new Refused(malformed([{ at: "header/host", message: "is missing; HTTP/1.1 needs it" }])));
  });
}

/** Only JSON is read, strictly: valid UTF-8, no key twice, no key that would reach a prototype. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, ({ received }, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = body.toString();
    const parsed = isUtf8(body) ? parseJsonText(text) : { problem: "it is not valid UTF-8" };
    received?.hasBody(text, "value" in parsed ? parsed.value : undefined);
    if ("value" in parsed) return done(null, parsed.value);
    return done(new Refused(malformed([{ at: "body", message: parsed.problem }])));
  });
}

function logRequests(app: FastifyInstance, log: RequestLog): void {
  const tell = (request: FastifyRequest, reply: FastifyReply, status: number | null) => {
    const world = request.session?.world ?? null;
    log({
      method: request.method,
      path: pathOf(request.url),
      status,
      outcome: request.outcome,
      fault: request.fault?.kind ?? null,
      worldId: world?.worldId ?? null,
      worldAt: world?.known.at ?? null,
      durationMs: reply.elapsedTime,
    });
  };
  app.addHook("onRequest", (request, reply, done) => {
    request.onHangUp = () => tell(request, reply, null);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    tell(request, reply, reply.statusCode);
    done();
  });
}

function commonRenderers({ document }: Binding): Renderers {
  return compileCommonResponses(listCommonResponses(document.dereferenced), serverShapes);
}

/** What is no HTTP request at all is answered on the bare connection, in the same shape as everything else. */
function refuseRawRequest(error: ConnectionError, socket: Socket, renderersFor: (target: string) => Renderers): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const view = viewOfParserError(error.code);
  // What was read last; it most often begins with the request. Its declared type is not what Node gives.
  const packet: unknown = error.rawPacket;
  const target = Buffer.isBuffer(packet) ? /^[A-Z]+ (\S+)/.exec(packet.toString("latin1"))?.[1] : undefined;
  const response = renderersFor(target ?? "/").get(view.type)?.(view);
  const body = response?.body ?? "";
  const status = response?.status ?? 400;
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${response?.contentType ?? "application/json"}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
}
