import Fastify, { type FastifyInstance } from "fastify";
import { isSigned } from "./signature.ts";

/** What webhooks send; unknown events have some other `data`. */
export interface Notification {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
}

/** Larger bodies are refused; what the platform sends is far smaller. */
const bodyLimit = 1024 * 1024;

/**
 * An HTTP server that takes webhooks at `/hooks`. `take` is told of each delivery once, however often it comes; what it
 * throws makes the platform send the delivery again.
 */
export function createReceiver(
  secret: () => string | undefined,
  take: (notification: Notification) => void,
): FastifyInstance {
  // A program that is started again would keep these where its payouts are, and forget them after some days.
  const taken = new Set<string>();
  const app = Fastify({ bodyLimit });
  // The signature is about the bytes; parsed and written again they could be others.
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
