import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { LargeBodies } from "../../engine/beginning/large-body/large-bodies.ts";
import { type JsonTextResult, parseJsonBytes } from "../../spec/json-text.ts";
import { MAX_BODY_BYTES, malformed, mediaTypeUnsupported, Refused } from "../reply/server-outcome.ts";

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Accepts only JSON, and strictly: valid UTF-8, no duplicate key, no key that reaches a prototype. A request without a byte
 * of content has no media type to judge (RFC 9110, 8.3): many clients send one all the same.
 */
export function readJsonBodies(app: FastifyInstance, largeBodies: LargeBodies): void {
  app.removeAllContentTypeParsers();
  app.addHook("onRequest", ({ raw: { headers } }, _reply, done) => {
    const type = headers["content-type"];
    // Fastify refuses a type that is none before it has read a byte. Without one, it asks the parser of all others.
    if (type !== undefined && !isJson.test(type)) delete headers["content-type"];
    done();
  });
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    const { headers, received, server } = request;
    // A world can go to another process between authentication and handler.
    if (server.passingOn !== null && request.passedOn === null) request.readBody = body;
    if (body.length === 0) {
      received?.hasNoBody();
      return done(null, undefined);
    }
    const unread = unreadCoding(headers);
    if (unread !== null) return done(unread);
    if (body.length > MAX_BODY_BYTES) {
      largeBodies.read(body).then((parsed) => handOn(parsed, done), done);
      return;
    }
    const text = body.toString();
    const parsed = parseJsonBytes(body, text);
    received?.hasBody(text, "value" in parsed ? parsed.value : undefined);
    handOn(parsed, done);
  });
  app.addContentTypeParser("*", ({ headers, received }, payload, done) => {
    refuseContent(payload, unreadCoding(headers) ?? new Refused(mediaTypeUnsupported), (error) => {
      if (error === null) received?.hasNoBody();
      done(error);
    });
  });
}

const isJson = /^\s*application\/json\s*(;|$)/i;

/** A parameter of a media type; its value may be quoted, and then have semicolons. */
const parameter = /;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** A body that comes in pieces can still be empty. */
function refuseContent(payload: IncomingMessage, error: Error, done: Done): void {
  const onEnd = () => done(error);
  payload.once("close", onEnd);
  payload.once("readable", () => {
    payload.off("close", onEnd);
    done(payload.read() === null ? null : error);
  });
}

/** Returns what to answer to a body in another form than plain UTF-8; null where it is plain. */
function unreadCoding(headers: IncomingHttpHeaders): Refused | null {
  const { "content-encoding": coding, "content-type": type = "", "transfer-encoding": transfer = "chunked" } = headers;
  if (transfer.trim().toLowerCase() !== "chunked") {
    return new Refused({
      ...mediaTypeUnsupported,
      message: "Send the body without another Transfer-Encoding than chunked.",
    });
  }
  if (coding !== undefined && !coding.split(",").every((one) => /^\s*(identity)?\s*$/i.test(one))) {
    const message = "Send the body without Content-Encoding; it is not decoded.";
    return new Refused({ ...mediaTypeUnsupported, message }, { "accept-encoding": "identity" });
  }
  for (const [, name, value = ""] of type.includes(";") ? type.matchAll(parameter) : []) {
    const charset = name?.toLowerCase() === "charset" ? value.trim().replaceAll(/["\\]/g, "") : "utf-8";
    if (/^(utf-?8|us-ascii)$/i.test(charset)) continue;
    return new Refused({ ...mediaTypeUnsupported, message: "Send the body in UTF-8; no other charset is read." });
  }
  return null;
}

function handOn(parsed: JsonTextResult, done: Done): void {
  if ("value" in parsed) done(null, parsed.value);
  else done(new Refused(malformed([{ at: "body", message: parsed.problem }])));
}
