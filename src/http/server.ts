import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { LargeBodies } from "../engine/large-body/large-bodies.ts";
import { type JsonTextResult, parseJsonBytes } from "../spec/json-text.ts";
import { type Binding, bind, commonRenderers } from "./bind.ts";
import { maxConnections } from "./connection-limit.ts";
import { createHostCheck } from "./host-check.ts";
import { refuseRawRequest } from "./raw-refusal.ts";
import { Refused } from "./refused.ts";
import { type Renderers, sendError } from "./reply.ts";
import type { RequestLog } from "./request-log.ts";
import { bodyLimitBytes, malformed, pathOf } from "./server-outcome.ts";
import { ShownPaths } from "./shown-path.ts";

/** Under which paths a document is bound. */
export interface Mount {
  readonly prefixes: readonly string[];
  readonly binding: Binding;
}

/** What is longer than all headers may be together is no matter of the router's, but of the documents' schemas. */
const maxParamLength = 16 * 1024;

/** No browser guesses what an answer is. */
const headersOfAll = { "x-content-type-options": "nosniff" };

/** How long a request may take to arrive, so that slow senders do not fill the server. Answers may take longer. */
const requestTimeoutMs = 60_000;

/** The same for its headers, and how often both are looked at. */
const headersTimeoutMs = 10_000;
const connectionsCheckingIntervalMs = 2_000;

export interface ServerOptions {
  readonly log: RequestLog | null;
  /** Hosts that are trusted besides those that always are. */
  readonly hosts: readonly string[];
  /** Who reads bodies that are larger than most. */
  readonly largeBodies: LargeBodies;
}

/** The HTTP server: each document under its prefixes, and beside it at `openapi.json`. The first mount is the root's. */
export function createServer(
  root: Mount,
  others: readonly Mount[],
  { log, hosts, largeBodies }: ServerOptions,
): FastifyInstance {
  const renderersFor = chooseRenderers(root, others);
  const checkHost = createHostCheck(hosts);
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // While it closes the worlds say so themselves, in the documents' words.
    return503OnClosing: false,
    routerOptions: { maxParamLength },
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: connectionsCheckingIntervalMs,
      // Node would answer without a body; the check of the host does it in the documents' words.
      requireHostHeader: false,
    },
    // Bodies are refused by schemas, in the documents' words; Fastify's own validator has nothing to do. What has no route
    // meets no hook.
    frameworkErrors(error, request, reply) {
      reply.headers(headersOfAll);
      sendError(checkHost(request.raw) ?? error, request, reply, renderersFor(request.url));
    },
    clientErrorHandler: (error, socket) => refuseRawRequest(error, socket, renderersFor),
  });
  // An expectation that is not known is none; Node would answer 417 without a body.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.server.maxConnections = maxConnections();
  app.decorateRequest("session", null);
  app.decorateRequest("outcome", null);
  app.decorateRequest("onHangUp", null);
  app.decorateRequest("received", null);
  app.decorateRequest("fault", null);
  app.decorateRequest("bodyLimitBytes", bodyLimitBytes);
  readJsonBodies(app, largeBodies);
  // The first hook: a foreign host is refused before anything else is looked at, whatever the path.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headersOfAll);
    done(checkHost(request.raw) ?? undefined);
  });
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

/** Only JSON is read, strictly: valid UTF-8, no key twice, no key that would reach a prototype. */
function readJsonBodies(app: FastifyInstance, largeBodies: LargeBodies): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, ({ received }, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    if (body.length > bodyLimitBytes) {
      largeBodies.read(body).then((parsed) => handOn(parsed, done), done);
      return;
    }
    const text = body.toString();
    const parsed = parseJsonBytes(body, text);
    received?.hasBody(text, "value" in parsed ? parsed.value : undefined);
    handOn(parsed, done);
  });
}

function handOn(parsed: JsonTextResult, done: (error: Error | null, body?: unknown) => void): void {
  if ("value" in parsed) done(null, parsed.value);
  else done(new Refused(malformed([{ at: "body", message: parsed.problem }])));
}

function logRequests(app: FastifyInstance, log: RequestLog): void {
  const paths = new ShownPaths();
  app.addHook("onRoute", ({ url }) => paths.learn(url));
  const tell = (request: FastifyRequest, reply: FastifyReply, status: number | null) => {
    const world = request.session?.world ?? null;
    log({
      method: request.method,
      path: paths.shown(pathOf(request.url)),
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
