import type { IncomingMessage } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import type { LargeBodies } from "../../engine/beginning/large-body/large-bodies.ts";
import type { Readiness } from "../../engine/readiness.ts";
import { type AnswerMcp, serveMcp } from "../mcp/serve-mcp.ts";
import type { Page } from "../page/page-files.ts";
import { NOT_BUILT, servePage, tellThatPageIsNotBuilt } from "../page/serve-page.ts";
import type { PassingOn } from "../passing-on/passing-on.ts";
import { type Renderers, sendError } from "../reply/reply.ts";
import { MAX_BODY_BYTES, pathOf } from "../reply/server-outcome.ts";
import { readJsonBodies } from "../request/json-bodies.ts";
import type { ServerRoute } from "../request/meant-route.ts";
import { logRequests, type RequestLog } from "../request/request-log.ts";
import type { ServerTls } from "../security/tls-files.ts";
import { createHostCheck } from "../security/trusted-host.ts";
import { bind, commonRenderers } from "./bind.ts";
import type { Binding } from "./binding.ts";
import { maxConnections } from "./connection-limit.ts";
import { refuseRawRequest } from "./raw-refusal.ts";
import { beginInOrder } from "./requests-in-order.ts";
import { UnsentResponses } from "./unsent-responses.ts";

/** A document and the paths that it is served under. */
export interface Mount {
  readonly prefixes: readonly string[];
  readonly binding: Binding;
}

/** The schemas limit parameters; this only lifts the router's own limit. */
const MAX_PARAMETER_LENGTH = 16 * 1024;

/** Keeps browsers from guessing the type of a response, and everything from keeping it: it may have codes and keys. */
const headersOfAll = { "x-content-type-options": "nosniff", "cache-control": "no-store" };

/** The time for a request to arrive, so that slow senders do not fill the server. Responses may take longer. */
const requestTimeoutMs = 60_000;

/** The time for the headers to arrive, and how often Node checks both limits. */
const headersTimeoutMs = 10_000;
const connectionsCheckingIntervalMs = 2_000;

/** No route has a schema of Fastify. Without its compilers, which startup would load, one would be an error. */
const withoutSchemas = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

export interface ServerOptions {
  readonly log: RequestLog | null;
  /** Host names to trust in addition to those that are always trusted. */
  readonly hosts: readonly string[];
  /** The page for people; null if it is not served. */
  readonly page: Page | typeof NOT_BUILT | null;
  /** Reads bodies above the usual limit. */
  readonly largeBodies: LargeBodies;
  readonly readiness: Pick<Readiness, "isDraining">;
  /** What to speak TLS with; null for plain HTTP. */
  readonly tls: ServerTls | null;
  /** Passes requests on to the processes that share the store; null if there are none. */
  readonly passingOn: PassingOn | null;
  readonly serveMetrics?: ((app: FastifyInstance) => void) | undefined;
  readonly answerMcp: AnswerMcp;
}

/** Creates the HTTP server. It serves each mount under its prefixes, with its document at `openapi.json`. */
export function createServer(
  root: Mount,
  others: readonly Mount[],
  { log, hosts, page, largeBodies, readiness, tls, passingOn, serveMetrics, answerMcp }: ServerOptions,
): FastifyInstance {
  const renderersFor = chooseRenderers(root, others);
  const checkHost = createHostCheck(hosts);
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: requestTimeoutMs,
    // While the server closes, the worlds respond with 503 in the form of the documents.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    ...(tls === null ? { http: limits } : { https: { ...limits, ...secured(tls) } }),
    schemaController: withoutSchemas,
    // Hooks do not run for a target that Fastify cannot route, so the host is checked here too.
    frameworkErrors(error, request, reply) {
      reply.headers(headersOfAll);
      sendError(checkHost(request.raw) ?? error, request, reply, renderersFor(request.url));
    },
    clientErrorHandler: (error, socket) => refuseRawRequest(error, socket, renderersFor),
  });
  // For what no document describes, such as the metrics.
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, renderersFor(request.url)));
  // Ignores an unknown Expect header, for which Node would respond 417 without a body.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  beginInOrder(app.server);
  app.server.maxConnections = maxConnections();
  app.decorate("passingOn", passingOn);
  const unset = [
    "passedOn",
    "readBody",
    "session",
    "outcome",
    "reason",
    "onHangUp",
    "received",
    "fault",
    "gateway",
  ] as const;
  for (const name of unset) app.decorateRequest(name, null);
  app.decorateRequest("bodyLimitBytes", MAX_BODY_BYTES);
  // The first hook: the host is checked before anything else, on every path.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headersOfAll);
    // The client's next request then goes over a new connection, which a load balancer leads elsewhere.
    if (readiness.isDraining || isChangeOfPage(request.raw)) reply.header("connection", "close");
    const isJudged = passingOn?.receive(request) === true;
    done(isJudged ? undefined : (checkHost(request.raw) ?? undefined));
  });
  app.addHook("preClose", (done) => {
    passingOn?.endLong();
    done();
  });
  app.addHook("onClose", (_app, done) => {
    passingOn?.close();
    done();
  });
  readJsonBodies(app, largeBodies);
  if (log !== null) logRequests(app, log);
  const served: ServerRoute[] = [];
  app.addHook("onRoute", ({ method, url: path, config }) => {
    if (config?.isAbsent !== true) served.push(...[method].flat().map((one) => ({ path, method: one })));
  });
  serveMetrics?.(app);
  serveMcp(app, answerMcp);
  if (page === NOT_BUILT) tellThatPageIsNotBuilt(app);
  else if (page !== null) servePage(app, page);
  const unsent = new UnsentResponses();
  const known: ServerRoute[] = [];
  for (const { prefixes, binding } of [...others, root]) {
    const register = bind(binding, unsent, served, known);
    for (const prefix of prefixes) app.register(async (scope) => register(scope), { prefix });
  }
  return app;
}

const limits = {
  headersTimeout: headersTimeoutMs,
  connectionsCheckingInterval: connectionsCheckingIntervalMs,
  // Node would respond without a body; the host check responds in the form of the documents.
  requireHostHeader: false,
};

/** Those with authenticated encryption and forward secrecy. Node's own list allows older ones with TLS 1.2. */
const CIPHERS = [
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_AES_128_GCM_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

/** With an authority, a client without a certificate of it gets no further than the handshake. */
function secured({ cert, key, ca }: ServerTls) {
  const mutual = ca === undefined ? {} : { ca, requestCert: true, rejectUnauthorized: true };
  return { cert, key, ...mutual, ciphers: CIPHERS, minVersion: "TLSv1.2" as const, handshakeTimeout: headersTimeoutMs };
}

function noCompiler(): never {
  throw new Error("validation and responses follow the documents, not schemas of Fastify");
}

/** Returns the renderers for errors before routing: those of the document whose prefix the target has. */
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

/**
 * Returns whether a page in a browser changes something. A browser repeats a request whose kept connection ends without a
 * response, so no connection of such requests is kept.
 */
function isChangeOfPage({ method, headers }: IncomingMessage): boolean {
  return method !== "GET" && headers.origin !== undefined;
}
