import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallFaultKind } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { harmless } from "../../report/printed-text.ts";
import { codesIn, spelledIn, withoutFound, withoutSecrets } from "../journal/secret-texts.ts";
import { pathOf } from "../reply/server-outcome.ts";

/** One request and its response, without headers, query and body, so that it contains no key, code or secret. */
export interface RequestEntry {
  readonly method: string;
  /** `…` stands for each segment that is neither documented nor an id that Saldo generated. */
  readonly path: string;
  /** Null if a fault broke the connection. */
  readonly status: number | null;
  /** The outcome's name; null for requests without an operation, such as for the document itself. */
  readonly outcome: string | null;
  /** What was wrong first in a malformed request; else null. */
  readonly reason: string | null;
  readonly fault: CallFaultKind | null;
  readonly worldId: string | null;
  /** The world's time when the response was sent. */
  readonly worldAt: Instant | null;
  /** To the microsecond. */
  readonly durationMs: number;
}

export type RequestLog = (entry: RequestEntry) => void;

/** Calls `log` after each response, and when a connection ends without one. */
export function logRequests(app: FastifyInstance, log: RequestLog): void {
  const paths = new ShownPaths();
  app.addHook("onRoute", ({ url }) => paths.learn(url));
  const tell = (request: FastifyRequest, reply: FastifyReply, status: number | null) => {
    const world = request.session?.world ?? null;
    log({
      method: request.method,
      path: paths.shown(pathOf(request.url)),
      status,
      outcome: request.outcome,
      reason: reasonOf(request),
      fault: request.fault?.kind ?? null,
      worldId: world?.worldId ?? null,
      worldAt: world?.known.at ?? null,
      durationMs: Math.round(reply.elapsedTime * 1_000) / 1_000,
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

const MAX_REASON_CHARACTERS = 200;

/** Names and values of the sender stand in it, so it is cut, and keys, codes and control characters are hidden. */
function reasonOf({ reason, session, headers }: FastifyRequest): string | null {
  if (reason === null) return null;
  const text = withoutSecrets(reason);
  const codes = session === null ? [] : codesIn(text, () => session.world.openCodes);
  const keys = spelledIn(text, [headers["x-api-key"] ?? []].flat());
  // Cut first, half a code could be left at the end.
  return harmless(withoutFound(text, [...codes, ...keys]).slice(0, MAX_REASON_CHARACTERS));
}

const MAX_SEGMENTS = 20;

/** An id that Saldo generated: of a charge, a withdrawal, a webhook and so on. */
const ownId = /^[a-z]{3}_[0-9a-f]{24}$/;

/**
 * Writes paths for logs, where a key or a code that a client put into a path must not appear. A segment is shown if it
 * is part of a route or an id that Saldo generated; every other segment becomes `…`.
 */
class ShownPaths {
  readonly #words = new Set<string>([""]);

  /** `route`: in the router's form, with a colon before parameters. */
  learn(route: string): void {
    for (const segment of route.split("/")) if (!segment.startsWith(":")) this.#words.add(segment);
  }

  shown(path: string): string {
    const segments = path.split("/", MAX_SEGMENTS + 1);
    const shown = segments.map((segment) => (this.#words.has(segment) || ownId.test(segment) ? segment : "…"));
    return shown.join("/");
  }
}
