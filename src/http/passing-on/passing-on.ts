import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { errorCodes, type FastifyReply, type FastifyRequest } from "fastify";
import type { Peer, Sharing } from "../../engine/unavailable.ts";
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
import { HOP_HEADER, responseHeaders, verdictHeader, verdictIn } from "./hop.ts";
import { PeerRequests } from "./peer-requests.ts";
import { repeated, wholeBody } from "./whole-body.ts";

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

/** Passes requests for worlds of other processes on to these, as they came, and their responses back. */
export class PassingOn {
  readonly #token: string;
  readonly #requests: PeerRequests;
  /** Since when the world of a request is looked for, because it was not where it was thought to be. */
  readonly #lookingSince = new WeakMap<ServerResponse, number>();
  /** Event streams, which end when this process stops. */
  readonly #streams = new Map<IncomingMessage, ServerResponse>();

  /** `tls`: what this process serves; null for plain HTTP. */
  constructor(sharing: Sharing, tls: KeyPair | null) {
    this.#token = sharing.token;
    this.#requests = new PeerRequests(() => sharing.peers(), tls);
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
   * Passes a request on to the process that has its world; `peer` is null if only this process does not have it any more. If
   * the other one is not there, or does not have the world, the server handles the request once more, which looks for the
   * world again. `answer` sends an outcome of the server.
   */
  async passOn(
    request: FastifyRequest,
    reply: FastifyReply,
    peer: Peer | null,
    answer: (view: View) => FastifyReply,
  ): Promise<FastifyReply> {
    if (request.passedOn !== null) return sendBack(request, reply, answer);
    const { raw: client } = reply;
    const body = await bodyOf(request);
    if (body === null) return withoutBody(request, reply, answer);
    const sentAt = performance.now();
    const answered = peer === null ? null : await this.#answerOf(peer, request, reply, body, answer);
    if (answered !== null) return answered;
    const now = performance.now();
    // Looking for the world begins anew with each process that was reached.
    const since = now - sentAt > MAX_LOOKING_MS ? now : (this.#lookingSince.get(client) ?? now);
    if (now - since > MAX_LOOKING_MS) return answer(notFound);
    this.#lookingSince.set(client, since);
    await pause(LOOK_AGAIN_MS);
    if (client.destroyed) return hangUp(request, reply, "close");
    reply.hijack();
    request.server.routing(repeated(request.raw, body), client);
    return reply;
  }

  /** Relays what a peer answers. Returns null if nothing was done and the world must be looked for again. */
  async #answerOf(
    peer: Peer,
    request: FastifyRequest,
    reply: FastifyReply,
    body: Buffer,
    answer: (view: View) => FastifyReply,
  ): Promise<FastifyReply | null> {
    request.outcome = "passed-on";
    const reached = await this.#requests.send(request.raw, body, peer, reply.raw);
    if (reply.raw.destroyed) return hangUp(request, reply, "close");
    if (reached === "unsent") return null;
    if (reached === "broken")
      return ["GET", "HEAD", "OPTIONS"].includes(request.method) ? null : answer(outcomeUnknown);
    const verdict = verdictIn(reached, peer.token);
    if (verdict === null) return this.#relay(reply, reached);
    reached.resume();
    return verdict === "elsewhere" ? null : hangUp(request, reply, verdict);
  }

  #relay(reply: FastifyReply, response: IncomingMessage): FastifyReply {
    const { raw: client } = reply;
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

/** Returns null for a body that is too large, or not whole because the client has left. */
async function bodyOf(request: FastifyRequest): Promise<Buffer | null> {
  const limit = limitOf(request);
  if (Number(request.headers["content-length"]) > limit) return null;
  return request.readBody ?? wholeBody(request.raw, limit);
}

/** The process with the world would refuse it and hang up, perhaps before its response has been read. */
function withoutBody(request: FastifyRequest, reply: FastifyReply, answer: (view: View) => FastifyReply): FastifyReply {
  if (reply.raw.destroyed) return hangUp(request, reply, "close");
  reply.header("connection", "close");
  return answer(viewOfError(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), limitOf(request)));
}

function limitOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.bodyLimit ?? MAX_BODY_BYTES;
}
