/** An answer as it came; `body` is parsed JSON or another text, or null without a body. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;

  constructor(status: number, headers: Headers, body: unknown) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** Returns the value at a dotted path of the body (`data.reserveHolds.0.releaseAt`), or undefined. */
  at(path: string): unknown {
    return path.split(".").reduce<unknown>((value, name) => {
      return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
    }, this.body);
  }

  /** Returns the string at a dotted path. Throws when there is none. */
  text(path: string): string {
    const value = this.at(path);
    if (typeof value === "string") return value;
    throw new Error(`the answer ${this.status} has no text at ${path}: ${JSON.stringify(this.body)}`);
  }
}
