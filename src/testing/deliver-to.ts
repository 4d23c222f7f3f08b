import type { AttemptHandler, Destination, Line } from "../outbound/dialer.ts";

/** A receiver of webhooks within the process. */
export type DeliverTo = (request: Request) => Response | Promise<Response>;

/** Returns a line to a receiver within the process. What it answers counts as that of any receiver: time, status and body. */
export function receiverLine(destination: Destination, deliverTo: DeliverTo): Line {
  const { origin } = destination;
  let hangUp = new AbortController();
  return {
    destination,
    isKept: false,
    dispatch({ path, method, headers, body }, handler) {
      hangUp = new AbortController();
      const { signal } = hangUp;
      const ownHeaders = { host: new URL(origin).host, "content-length": String(body.length) };
      const init = { method, headers: { ...headers, ...ownHeaders }, body: new Uint8Array(body), signal };
      handler.onRequestStart();
      tell(responseOf(deliverTo, new Request(origin + path, init)), handler, signal).catch((error: unknown) => {
        // The connection of a receiver whose body fails would break.
        if (!signal.aborted)
          handler.onResponseError(null, Object.assign(new Error(String(error)), { code: "ECONNRESET" }));
      });
    },
    end: async () => hangUp.abort(),
  };
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

/** Tells the events of a response, until the attempt gives it up. */
async function tell(answered: Promise<Response>, handler: AttemptHandler, signal: AbortSignal): Promise<void> {
  const { status, headers, body } = await answered;
  const reader = body?.getReader();
  const hangUp = () => void reader?.cancel().catch(() => undefined);
  if (signal.aborted) return hangUp();
  signal.addEventListener("abort", hangUp);
  handler.onResponseStarted();
  handler.onResponseStart(null, status, Object.fromEntries(headers));
  const controller = { abort: (error: Error) => handler.onResponseError(null, error) };
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
    handler.onResponseData(controller, Buffer.from(part.value));
  if (!signal.aborted) handler.onResponseEnd();
}
