import { type AnsweredRequest, answeredRequest } from "./answered-request.ts";

/** The sandbox refused a request, or its response is not the expected one. */
export class UnexpectedAnswer extends Error {
  override readonly name = "UnexpectedAnswer";
  /** Null if another client than those of this package has sent the request. */
  readonly method: string | null;
  /** Without host and query. Null like the method. */
  readonly path: string | null;
  readonly status: number;
  /** The problem of the control plane, or the error of the interface, as the documents describe them. */
  readonly body: unknown;

  constructor(request: AnsweredRequest | null, status: number, body: unknown) {
    const subject = request === null ? "a request" : `${request.method} ${request.path}`;
    super(`${subject} was answered with ${status}: ${typeof body === "string" ? body : JSON.stringify(body)}`);
    this.method = request?.method ?? null;
    this.path = request?.path ?? null;
    this.status = status;
    this.body = body;
  }
}

/** Returns the response of an operation that succeeded. Throws `UnexpectedAnswer` when it failed. */
export async function carriedOut<T>(
  asked: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> {
  const { data, error, response } = await asked;
  if (data !== undefined && response.ok) return data;
  throw new UnexpectedAnswer(answeredRequest(response), response.status, error);
}
