import Fastify, { type FastifyInstance } from "fastify";
import { isSigned } from "./signature.ts";

/** The body of a delivery; `data` depends on the event. */
export interface Notification {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
}

/** In bytes. The platform's bodies are far smaller. */
const bodyLimit = 1024 * 1024;

/**
 * Creates an HTTP server that takes webhooks at `/hooks`. It calls `take` once per delivery, also if the delivery is
 * repeated. If `take` throws, the platform sends the delivery again.
 */
export function createReceiver(
  secret: () => string | undefined,
  take: (notification: Notification) => void,
): FastifyInstance {
  // A real application stores these identifiers with its payouts and deletes them after some days.
  const taken = new Set<string>();
  const app = Fastify({ bodyLimit });
  // The signature covers the received bytes, and JSON that is parsed and written again may have other bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post("/hooks", async ({ headers, body }, reply) => {
    if (!Buffer.isBuffer(body) || !isSigned(body, secret(), headers["x-webhook-signature"])) {
      return reply.code(401).send({ error: "the signature is not the platform's" });
    }
    const deliveryId = headers["x-webhook-delivery"];
    if (typeof deliveryId !== "string") return reply.code(400).send({ error: "X-Webhook-Delivery is missing" });
    if (!taken.has(deliveryId)) {
      take(JSON.parse(body.toString()));
      taken.add(deliveryId);
    }
    return reply.code(204).send();
  });
  return app;
}
