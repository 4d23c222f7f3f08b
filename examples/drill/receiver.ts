import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Store } from "./store.ts";

interface Notification {
  readonly event: string;
  readonly data: { readonly chargeId: string; readonly total: number; readonly amountCents: number };
}

/** Takes webhooks. A delivery is acknowledged when it is stored, and what it tells is stored once. */
export async function startReceiver(
  store: Store,
  secret: string,
  port = 0,
): Promise<{ server: Server; address: string }> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { "x-webhook-signature": signature, "x-webhook-delivery": deliveryId } = request.headers;
    if (!isSigned(body, secret, String(signature))) return response.writeHead(401).end();
    take(store, String(deliveryId), JSON.parse(body.toString()));
    return response.writeHead(204).end();
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  // Without a path there is no type for an address of a pipe.
  const address = server.address() as AddressInfo;
  return { server, address: `http://127.0.0.1:${address.port}/hooks` };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The signature is of the bytes that came; JSON that is written again may have others. */
function isSigned(body: Buffer, secret: string, signature: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Payouts are read from the history; the money of charges is told here only, in any order. */
function take(store: Store, deliveryId: string, { event, data }: Notification): void {
  if (store.taken.has(deliveryId)) return;
  if (event === "charge.paid") store.paid.set(data.chargeId, data.total);
  if (event === "subscription.charge.paid") store.paid.set(data.chargeId, data.amountCents);
  if (event === "dispute.chargeback") store.chargedBack.set(data.chargeId, data.total);
  store.taken.add(deliveryId);
  store.save();
}
