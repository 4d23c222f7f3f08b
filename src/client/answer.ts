/** An answer as it came; `body` is parsed JSON, or null when there was none. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;

  constructor(status: number, headers: Headers, body: unknown) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** What stands in the body at a dotted path (`data.reserveHolds.0.releaseAt`); undefined where there is nothing. */
  at(path: string): unknown {
    return path.split(".").reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), this.body);
  }

  /** The same, where it must be a text. */
  text(path: string): string {
    const value = this.at(path);
    if (typeof value === "string") return value;
    throw new Error(`the answer ${this.status} has no text at ${path}: ${JSON.stringify(this.body)}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
