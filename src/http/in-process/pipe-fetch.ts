import { addAbortListener } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { Readable } from "node:stream";
import { http } from "../../outbound/node-http.ts";
import { connectPipe } from "./pipe.ts";

/** Statuses whose responses have no body (Fetch, "null body status"). */
const WITHOUT_BODY = [204, 205, 304];

/** Reads the body of a request. Rejects as soon as the request is aborted, also if the body never ends. */
async function wholeBody(request: Request): Promise<Buffer> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _ = addAbortListener(request.signal, () => reject(request.signal.reason));
  return Buffer.from(await Promise.race([request.arrayBuffer(), aborted]));
}

/** Returns a `fetch` that asks a server of this process without a socket, whatever the host of the address. */
export function pipeFetch(server: Server) {
  let hasEnded = false;
  return {
    async fetch(request: Request): Promise<Response> {
      try {
        const body = request.body === null ? null : await wholeBody(request);
        if (hasEnded) throw new Error("the sandbox has stopped");
        return responseOf(request, await answerTo(server, request, body));
      } catch (error) {
        request.signal.throwIfAborted();
        const reason = error instanceof Error ? error.message : String(error);
        throw new TypeError(`${request.method} ${request.url} got no answer: ${reason}`, { cause: error });
      }
    },
    end() {
      hasEnded = true;
    },
  };
}

/** Asks on a connection of its own: Node's client sets no timer of the program for it, so that faked ones do no harm. */
function answerTo(server: Server, request: Request, body: Buffer | null): Promise<IncomingMessage> {
  const { method, signal } = request;
  const { host, pathname, search } = new URL(request.url);
  const length = body === null ? {} : { "content-length": body.length };
  const headers = { host, ...Object.fromEntries(request.headers), ...length };
  const createConnection = () => connectPipe(server);
  return new Promise((resolve, reject) => {
    const asked = http.request({ method, path: pathname + search, headers, signal, createConnection });
    asked.once("response", resolve).once("error", reject).end(body);
  });
}

function responseOf({ method, url }: Request, answer: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = answer;
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(String(rawHeaders[i]), String(rawHeaders[i + 1]));
  const isEmpty = method === "HEAD" || WITHOUT_BODY.includes(status);
  if (isEmpty) answer.resume();
  // Most answers came as a whole, and need no stream.
  const body = isEmpty ? null : answer.complete ? answer.read() : Readable.toWeb(answer);
  return Object.defineProperty(new Response(body, { status, statusText, headers }), "url", { value: url });
}
