import { Transform } from "node:stream";
import type { FastifyRequest, preParsingHookHandler } from "fastify";
import { goOnWith, type Soon } from "../../engine/world/soon.ts";
import { MAX_BODY_BYTES, Refused, tooLargeFromStranger } from "../reply/server-outcome.ts";
import type { Authentication } from "../security/authentication.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The maximum size of its body, which can depend on the caller. */
    bodyLimitBytes: number;
  }
}

/** Accepts a body above the usual limit from known callers only. Throws `Refused`. */
export function limitBody(
  request: FastifyRequest,
  maxBytes: number | undefined,
  authentication: Authentication,
): Soon<void> {
  if (maxBytes === undefined) return;
  return goOnWith(authentication.knows(request.headers), (isKnown) => {
    if (isKnown) request.bodyLimitBytes = maxBytes;
    else if (Number(request.headers["content-length"]) > MAX_BODY_BYTES) throw new Refused(tooLargeFromStranger());
  });
}

/** Refuses a body as soon as it exceeds the limit, so that an unknown caller cannot fill the memory with chunks. */
export const boundBody: preParsingHookHandler = (request, _reply, payload, done) => {
  const { bodyLimitBytes: maxBytes } = request;
  if (maxBytes > MAX_BODY_BYTES) return done(null, payload);
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      if (bytes > maxBytes) next(new Refused(tooLargeFromStranger()));
      else next(null, chunk);
    },
  });
  done(null, payload.pipe(bounded));
};
