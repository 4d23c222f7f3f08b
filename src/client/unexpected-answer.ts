/** A sandbox has refused, or answered with what no client expects. */
export class UnexpectedAnswer extends Error {
  override readonly name = "UnexpectedAnswer";
  readonly status: number;
  /** As the documents describe it: a problem of the control plane, or an error of the interface. */
  readonly body: unknown;

  constructor(request: string, status: number, body: unknown) {
    super(`${request} was answered with ${status}: ${typeof body === "string" ? body : JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** What an operation answers when it is carried out. Throws `UnexpectedAnswer` when it is not. */
export async function carriedOut<T>(
  asked: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> {
  const { data, error, response } = await asked;
  if (data !== undefined && response.ok) return data;
  // An answer that a program has made itself says nothing of where it comes from.
  throw new UnexpectedAnswer(URL.parse(response.url)?.pathname ?? "a request", response.status, error);
}
