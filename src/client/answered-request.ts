/** A request as an error names it: without host, query and headers, which can have secrets in them. */
export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
}

/** A `Response` does not know the method that it answers. */
const requests = new WeakMap<Response, AnsweredRequest>();

type Send = (request: Request) => Promise<Response>;

/** Returns a `send` whose responses `answeredRequest` knows. */
export function notingRequests(send: Send): Send {
  return async (request) => {
    const response = await send(request);
    requests.set(response, { method: request.method, path: new URL(request.url).pathname });
    return response;
  };
}

/** Returns what a client of ours has sent for this response; null if another program has. */
export function answeredRequest(response: Response): AnsweredRequest | null {
  return requests.get(response) ?? null;
}
