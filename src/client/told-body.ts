/** Responses with these statuses have no body. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Returns a response whose body says in a sentence why it could not be read: Node's `fetch` says "terminated" for a
 * connection that ends within the body, and for a body that is not compressed as its header says.
 */
export function withToldBody({ method, url }: Request, response: Response): Response {
  const { body, status, statusText, headers } = response;
  // Chromium has an empty body also for a response that must have none, and makes no other one with it.
  if (body === null || NO_BODY.has(status)) return response;
  const reader = body.getReader();
  const told = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(brokenOff(`${method} ${url}`, headers, error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const answer = new Response(told, { status, statusText, headers });
  for (const name of ["url", "redirected"] as const) Object.defineProperty(answer, name, { value: response[name] });
  return answer;
}

/** An abort by the caller is passed on as it is. */
function brokenOff(request: string, headers: Headers, error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause ? String(cause.code) : "";
  // All other codes are those of the libraries that decompress.
  const isCoding = headers.has("content-encoding") && !/^(UND_|HPE_|E[A-Z]+$)/.test(code);
  const what = isCoding
    ? `has a body that is not ${headers.get("content-encoding")}, as its content-encoding says`
    : "broke off before its end";
  return new TypeError(
    `the answer to ${request} ${what} (${cause.message}). Look at the server there, and at what stands between; what the request asked for may have been done`,
    { cause },
  );
}
