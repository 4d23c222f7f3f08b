/** A request as an error names it: without host, query and headers, which can have secrets in them. */
export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
}

/** A `Response` does not know the method that it answers. */
const requests = new WeakMap<Response, Request>();

type Send = (request: Request) => Promise<Response>;

/** Returns a `send` whose responses `answeredRequest` knows. */
export function notingRequests(send: Send): Send {
  return async (request) => {
    const response = await send(request);
    requests.set(response, request);
    return response;
  };
}

/** Returns what a client of ours has sent for this response; null if another program has. */
export function answeredRequest(response: Response): AnsweredRequest | null {
  const request = requests.get(response);
  return request === undefined ? null : { method: request.method, path: new URL(request.url).pathname };
}
