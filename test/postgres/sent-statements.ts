const QUERY = "Q";
const PARSE = "P";
const BIND = "B";

/** Reads what a client sends to PostgreSQL as statements, however its messages are cut into pieces. */
export class SentStatements {
  #rest: Buffer = Buffer.alloc(0);
  /** The first message has no type. */
  #hasBegun = false;
  readonly #prepared = new Map<string, string>();

  /** Returns the texts of the statements whose last byte is in this piece. Prepared ones count when they are bound. */
  read(piece: Buffer): readonly string[] {
    this.#rest = Buffer.concat([this.#rest, piece]);
    const texts: string[] = [];
    for (let message = this.#next(); message !== null; message = this.#next()) {
      const { type, body } = message;
      const first = textAt(body, 0);
      if (type === QUERY) texts.push(first);
      const second = Buffer.byteLength(first) + 1;
      if (type === PARSE) this.#prepared.set(first, textAt(body, second));
      if (type === BIND) texts.push(this.#prepared.get(textAt(body, second)) ?? "");
    }
    return texts;
  }

  #next(): { readonly type: string; readonly body: Buffer } | null {
    const start = this.#hasBegun ? 1 : 0;
    if (this.#rest.length < start + 4) return null;
    const end = start + this.#rest.readInt32BE(start);
    if (this.#rest.length < end) return null;
    const type = this.#hasBegun ? String.fromCharCode(this.#rest[0] ?? 0) : "";
    const body = this.#rest.subarray(start + 4, end);
    this.#rest = this.#rest.subarray(end);
    this.#hasBegun = true;
    return { type, body };
  }
}

function textAt(body: Buffer, start: number): string {
  const end = body.indexOf(0, start);
  return body.toString("utf8", start, end === -1 ? start : end);
}
