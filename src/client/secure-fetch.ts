import type { ConnectionOptions } from "node:tls";
import { Agent, Dispatcher1Wrapper } from "undici";
import { sent } from "./connection.ts";

/** Returns a `fetch` for a `Connection` that speaks TLS with these options of Node: a certificate of its own, an authority. */
export function secureFetch(tls: ConnectionOptions): (request: Request) => Promise<Response> {
  // Typed as an object only, because Node's types describe another version of undici than the one that is installed.
  const init: object = { dispatcher: new Dispatcher1Wrapper(new Agent({ connect: tls })) };
  return (request) => sent(request, init);
}
