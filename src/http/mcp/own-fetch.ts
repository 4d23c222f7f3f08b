import { type IncomingMessage, request as send } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";

/** Statuses whose responses have no body. */
const BODILESS: readonly number[] = [204, 205, 304];

/**
 * Returns a `fetch` that reaches this server within the process, wherever it listens and whatever certificates it asks for.
 * The server sees a connection like any other, so the limits and the faults are the same.
 */
export function ownFetch(app: FastifyInstance): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = { ...Object.fromEntries(request.headers), connection: "close" };
    const options = { method: request.method, path: pathname + search, headers };
    const body = request.body === null ? undefined : await request.text();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = send({ ...options, createConnection: () => connectionTo(app) }, resolve).end(body);
      sent.once("error", ({ message }) => reject(new Error(`${request.method} ${pathname} got no answer: ${message}`)));
    });
    const {
      statusCode: status = 0,
      headers: { "content-type": type },
    } = response;
    const told = await text(response);
    return new Response(BODILESS.includes(status) ? null : told, {
      status,
      headers: type ? { "content-type": type } : {},
    });
  };
}

function connectionTo({ server }: FastifyInstance): Duplex {
  const [near, far] = duplexPair();
  // What the server does with connections of the network alone.
  Object.assign(far, { setTimeout: () => far, resetAndDestroy: () => far.destroy() });
  server.emit("requestCert" in server ? "secureConnection" : "connection", far);
  return near;
}
