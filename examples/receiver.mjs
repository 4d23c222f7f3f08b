// Receives webhooks: checks the signature over the received bytes, then prints the event, once for each delivery.
//   node examples/receiver.mjs <secret>      (PORT, 3000 by default; HOST, 127.0.0.1)
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

const secret = process.argv[2];
if (!secret) {
  console.error("error: give the webhook's secret: node examples/receiver.mjs whsec_…");
  process.exit(1);
}

function isSigned(body, header = "") {
  const expected = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return header.length === expected.length && timingSafeEqual(Buffer.from(header), Buffer.from(expected));
}

/** A delivery comes again when its acknowledgement is lost. A real receiver keeps this under a unique key in its database. */
const done = new Set();

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const { "x-webhook-signature": signature, "x-webhook-delivery": delivery } = request.headers;
  if (!isSigned(body, signature)) {
    console.error(`rejected ${delivery ?? "a request"}: the signature is not made with this secret`);
    return response.writeHead(401).end();
  }
  const { event, timestamp } = JSON.parse(body.toString());
  if (done.has(delivery)) console.error(`ignored ${delivery}: it came before`);
  else console.log(`${timestamp} ${event} ${delivery}`);
  done.add(delivery);
  response.writeHead(204).end();
});
server.on("error", ({ code, message }) => {
  console.error(code === "EADDRINUSE" ? "error: the port is in use; choose another: PORT=3001" : `error: ${message}`);
  process.exit(1);
});
server.listen(process.env.PORT || 3000, process.env.HOST || "127.0.0.1", () =>
  console.log(`listening on ${server.address().port}`),
);
