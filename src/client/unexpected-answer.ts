/** The sandbox refused a request, or its response is not the expected one. */
export class UnexpectedAnswer extends Error {
  override readonly name = "UnexpectedAnswer";
  readonly status: number;
  /** The problem of the control plane, or the error of the interface, as the documents describe them. */
  readonly body: unknown;

  constructor(request: string, status: number, body: unknown) {
    super(`${request} was answered with ${status}: ${typeof body === "string" ? body : JSON.stringify(body)}`);
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
  // A response that a program has constructed itself has no URL.
  throw new UnexpectedAnswer(URL.parse(response.url)?.pathname ?? "a request", response.status, error);
}
