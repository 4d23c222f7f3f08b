import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { errorCodes, type FastifyReply, type FastifyRequest } from "fastify";
import type { Peer } from "../../engine/unavailable.ts";
import type { View } from "../../spec/renderer.ts";
import { hangUp } from "../reply/reply.ts";
import {
  MAX_BODY_BYTES,
  misdirected,
  notFound,
  outcomeUnknown,
  Refused,
  viewOfError,
} from "../reply/server-outcome.ts";
import type { KeyPair } from "../security/tls-files.ts";
import { endUnreadBody } from "../server/close-soon.ts";
import { HOP_HEADER, responseHeaders, verdictHeader, verdictIn } from "./hop.ts";
import { KeptBody, repeated } from "./kept-body.ts";
import { PeerRequests } from "./peer-requests.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Null if no other process shares the store. */
    passingOn: PassingOn | null;
  }
  interface FastifyRequest {
    /** The bytes of the body, once they were read, if the request may still be passed on; else null. */
    readBody: Buffer | null;
  }
}

/** How long a request is on its way to a process that has its world, from the first failure. */
const MAX_LOOKING_MS = 6_000;

/** How long it waits before its world is looked for again. */
const LOOK_AGAIN_MS = 50;

/** The way of one request of a client. */
interface Way {
  readonly body: KeptBody;
  /** When the world was not where it was looked for; null if that has not happened. */
  lostAt: number | null;
}

/** Passes requests for worlds of other processes on to these, as they came, and their responses back. */
export class PassingOn {
  readonly #token: string;
  readonly #requests: PeerRequests;
  readonly #ways = new WeakMap<ServerResponse, Way>();
  /** Event streams, which end when this process stops. */
  readonly #streams = new Map<IncomingMessage, ServerResponse>();

  /** `token`: marks what others pass on to this process. `tls`: what this process serves; null for plain HTTP. */
  constructor(token: string, peers: () => readonly Peer[], tls: KeyPair | null) {
    this.#token = token;
    this.#requests = new PeerRequests(peers, tls);
  }

  /**
   * Takes the mark off a request that another process has passed on. Returns whether there was one: that process has judged
   * the host. Throws `Refused` if it was meant for another process, such as one that had this address before.
   */
  receive(request: FastifyRequest): boolean {
    const { headers } = request.raw;
    const token = headers[HOP_HEADER];
    if (token === undefined) return false;
    delete headers[HOP_HEADER];
    request.passedOn = String(token);
    if (token !== this.#token) throw new Refused(misdirected, verdictHeader("elsewhere", request.passedOn));
    return true;
  }

  /**
   * Passes a request on to the process that has its world. If that is not there, or does not have the world, the server
   * handles the request once more, which looks for the world again. `answer` sends an outcome of the server.
   */
  async passOn(
    request: FastifyRequest,
    reply: FastifyReply,
    peer: Peer,
    answer: (view: View) => FastifyReply,
  ): Promise<FastifyReply> {
    if (request.passedOn !== null) return sendBack(request, reply, answer);
    const limitBytes = limitOf(request);
    // The process with the world would refuse it and hang up, perhaps before its response has been read.
    if (Number(request.headers["content-length"]) > limitBytes) {
      reply.header("connection", "close");
      return answer(viewOfError(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), limitBytes));
    }
    const { raw: client } = reply;
    const way = this.#wayOf(request, client);
    const sentAt = performance.now();
    request.outcome = "passed-on";
    const reached = await this.#requests.send(request.raw, way.body, peer, client);
    if (client.destroyed) return hangUp(request, reply, "close");
    if (typeof reached === "object") {
      const verdict = verdictIn(reached, peer.token);
      if (verdict === null) return this.#relay(request, reply, reached, way.body);
      reached.resume();
      if (verdict !== "elsewhere") return hangUp(request, reply, verdict);
    } else if (reached === "broken" && !["GET", "HEAD", "OPTIONS"].includes(request.method)) {
      return answer(outcomeUnknown);
    }
    // Looking for the world begins anew with each process that was reached.
    if (performance.now() - sentAt > MAX_LOOKING_MS) way.lostAt = null;
    return this.lookAgain(request, reply, answer);
  }

  /** Lets the server handle a request once more of which nothing was done: its world is not where it was found. */
  async lookAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (view: View) => FastifyReply,
  ): Promise<FastifyReply> {
    if (request.passedOn !== null) return sendBack(request, reply, answer);
    const { raw: client } = reply;
    const way = this.#wayOf(request, client);
    const now = performance.now();
    way.lostAt ??= now;
    if (now - way.lostAt > MAX_LOOKING_MS) return answer(notFound);
    await pause(LOOK_AGAIN_MS);
    if (client.destroyed) return hangUp(request, reply, "close");
    reply.hijack();
    request.server.routing(repeated(request.raw, way.body), client);
    return reply;
  }

  #wayOf(request: FastifyRequest, client: ServerResponse): Way {
    const way = this.#ways.get(client) ?? { body: bodyOf(request), lostAt: null };
    this.#ways.set(client, way);
    return way;
  }

  #relay(request: FastifyRequest, reply: FastifyReply, response: IncomingMessage, body: KeptBody): FastifyReply {
    const { raw: client } = reply;
    body.drop();
    endUnreadBody(request.raw);
    reply.hijack();
    const headers = responseHeaders(response);
    if (reply.getHeader("connection") === "close") headers.push("connection", "close");
    const { statusCode = 502, statusMessage = "" } = response;
    client.writeHead(statusCode, statusMessage, headers);
    if (response.headers["content-length"] === undefined) client.flushHeaders();
    if (response.headers["content-type"]?.startsWith("text/event-stream")) this.#streams.set(response, client);
    response.pipe(client);
    response.once("close", () => {
      this.#streams.delete(response);
      // The client must not take a part for the whole.
      if (!response.complete && !client.writableEnded) client.destroy();
    });
    return reply;
  }

  /** Ends what would keep this process from stopping: the event streams and waits of its clients. */
  endLong(): void {
    this.#requests.endWaits();
    for (const [response, client] of this.#streams) {
      response.unpipe(client);
      client.end();
      response.destroy();
    }
  }

  close(): void {
    this.#requests.close();
  }
}

/** Lets the process that passed a request on look for its world again. */
function sendBack(request: FastifyRequest, reply: FastifyReply, answer: (view: View) => FastifyReply): FastifyReply {
  reply.headers(verdictHeader("elsewhere", request.passedOn ?? ""));
  return answer(misdirected);
}

function bodyOf(request: FastifyRequest): KeptBody {
  return new KeptBody(request.raw, request.readBody, limitOf(request));
}

function limitOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.bodyLimit ?? MAX_BODY_BYTES;
}
