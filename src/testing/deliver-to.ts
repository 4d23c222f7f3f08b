import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { buildConnector } from "undici";
import { pipeConnector } from "../http/in-process/pipe.ts";

/** A receiver of webhooks within the process. */
export type DeliverTo = (request: Request) => Response | Promise<Response>;

/**
 * Returns a connector that leads to a receiver within the process, wherever an attempt goes. It gets real requests, so that
 * time limits, statuses and bodies count as those of any receiver.
 */
export function receiverConnector(deliverTo: DeliverTo): buildConnector.connector {
  return (options, callback) => {
    const receiver = createServer((request, response) => {
      const url = `${options.protocol}//${request.headers.host}${request.url}`;
      answer(deliverTo, url, request, response).catch((error: unknown) => response.destroy(Object(error)));
    });
    pipeConnector(receiver)(options, callback);
  };
}

async function answer(
  deliverTo: DeliverTo,
  url: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const hangUp = new AbortController();
  outgoing.once("close", () => hangUp.abort());
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const body = Buffer.concat(await incoming.toArray());
  const {
    status,
    headers: fields,
    body: parts,
  } = await responseOf(deliverTo, new Request(url, { method: "POST", headers, body, signal: hangUp.signal }));
  outgoing.setHeaders(fields).writeHead(status);
  if (parts === null) return void outgoing.end();
  outgoing.flushHeaders();
  const reader = parts.getReader();
  outgoing.once("close", () => void reader.cancel().catch(() => undefined));
  for (let part = await reader.read(); !part.done; part = await reader.read()) outgoing.write(part.value);
  outgoing.end();
}

/** What the function throws is the body of a 500, as frameworks answer; the delivery's log then shows it. */
async function responseOf(deliverTo: DeliverTo, request: Request): Promise<Response> {
  try {
    const response: unknown = await deliverTo(request);
    if (response instanceof Response && response.status >= 200) return response;
    throw new TypeError("it must return a Response with a status of HTTP");
  } catch (error) {
    return new Response(`deliverTo failed: ${error}`, { status: 500 });
  }
}
