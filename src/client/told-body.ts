const READS = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"] as const;

/**
 * Returns the response, whose body says in a sentence why it could not be read: Node's `fetch` says "terminated" for a
 * connection that ends within the body, and for a body that is not compressed as its header says. The browser reads it: a
 * stream of our own around it would be collected as garbage in the middle, and the read would never end.
 */
export function withToldBody({ method, url }: Request, response: Response): Response {
  for (const name of READS) {
    const read: unknown = Reflect.get(response, name);
    if (typeof read !== "function") continue;
    const value = () =>
      Reflect.apply(read, response, []).catch((error: unknown) => {
        throw brokenOff(`${method} ${url}`, response.headers, error);
      });
    Object.defineProperty(response, name, { value, configurable: true });
  }
  return response;
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
