/** How much is parsed in one step, about a millisecond. */
const PIECE_BYTES = 64 * 1024;

/** Saldo writes no deeper values. */
const MAX_DEPTH = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses a large JSON text in short steps, since `JSON.parse` of 100 MiB blocks the process for seconds. Gives the same
 * value. Throws `SyntaxError` as `JSON.parse` does, and for large values nested deeper than 64 levels. `parsePiece`
 * parses the pieces, and throws for what is not JSON.
 */
export function* parseJsonInSteps(
  bytes: Buffer,
  pieceBytes = PIECE_BYTES,
  parsePiece: (text: string) => unknown = JSON.parse,
): Generator<void, unknown> {
  const reader = new JsonSteps(bytes, pieceBytes, parsePiece);
  const value = yield* reader.readValue(0);
  reader.assertEnd();
  return value;
}

/** Reads the bytes once. What fits into a piece is left to `JSON.parse`; larger lists and objects are split. */
class JsonSteps {
  readonly #bytes: Buffer;
  readonly #pieceBytes: number;
  readonly #parsePiece: (text: string) => unknown;
  #at = 0;

  constructor(bytes: Buffer, pieceBytes: number, parsePiece: (text: string) => unknown) {
    this.#bytes = bytes;
    this.#pieceBytes = pieceBytes;
    this.#parsePiece = parsePiece;
  }

  *readValue(depth: number): Generator<void, unknown> {
    if (depth > MAX_DEPTH) throw new SyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
    // Each level scans a piece on the way in.
    yield;
    this.#skipSpace();
    const opening = this.#bytes[this.#at];
    if (opening === OPEN_LIST) return yield* this.#readList(depth);
    if (opening === OPEN_OBJECT) return yield* this.#readObject(depth);
    const from = this.#at;
    this.#at = endOfScalar(this.#bytes, from);
    return this.#parsePiece(this.#text(from));
  }

  assertEnd(): void {
    this.#skipSpace();
    if (this.#at < this.#bytes.length) throw new SyntaxError("something follows the value");
  }

  *#readList(depth: number): Generator<void, unknown[]> {
    const list: unknown[] = [];
    for (let more = this.#enter(CLOSE_LIST); more; more = this.#goesOn(CLOSE_LIST)) {
      const from = this.#at;
      if (this.#skipSmall()) {
        const items = this.#parsePiece(`[${this.#text(from)}]`);
        if (Array.isArray(items)) for (const item of items) list.push(item);
      } else list.push(yield* this.readValue(depth + 1));
      yield;
    }
    return list;
  }

  *#readObject(depth: number): Generator<void, object> {
    const object: Record<string, unknown> = {};
    for (let more = this.#enter(CLOSE_OBJECT); more; more = this.#goesOn(CLOSE_OBJECT)) {
      const from = this.#at;
      if (this.#skipSmall()) {
        const members = this.#parsePiece(`{${this.#text(from)}}`);
        for (const [name, value] of Object.entries(Object(members))) setOwn(object, name, value);
      } else setOwn(object, this.#readName(), yield* this.readValue(depth + 1));
      yield;
    }
    return object;
  }

  /** Enters a list or an object. Returns false if it is empty. */
  #enter(closing: number): boolean {
    this.#at += 1;
    this.#skipSpace();
    if (this.#bytes[this.#at] !== closing) return true;
    this.#at += 1;
    return false;
  }

  /** Returns whether another part follows in a list or an object. */
  #goesOn(closing: number): boolean {
    this.#skipSpace();
    const byte = this.#bytes[this.#at];
    if (byte !== COMMA && byte !== closing) throw new SyntaxError(`unexpected at byte ${this.#at}`);
    this.#at += 1;
    return byte === COMMA;
  }

  /** Skips as many items or members as fit into a piece. Returns false if the first one alone does not fit. */
  #skipSmall(): boolean {
    const last = endOfParts(this.#bytes, this.#at, this.#at + this.#pieceBytes);
    if (last === null) return false;
    // Two commas in a row, or one before the end. `JSON.parse` would see nothing in between.
    if (this.#bytes.subarray(this.#at, last).every(isSpace)) throw new SyntaxError(`unexpected at byte ${last}`);
    this.#at = last;
    return true;
  }

  #readName(): string {
    this.#skipSpace();
    const from = this.#at;
    if (this.#bytes[from] !== QUOTE) throw new SyntaxError(`a name is missing at byte ${from}`);
    this.#at = endOfText(this.#bytes, from) + 1;
    const name = String(this.#parsePiece(this.#text(from)));
    this.#skipSpace();
    if (this.#bytes[this.#at] !== COLON) throw new SyntaxError(`a colon is missing at byte ${this.#at}`);
    this.#at += 1;
    return name;
  }

  #text(from: number): string {
    return this.#bytes.toString("utf8", from, this.#at);
  }

  #skipSpace(): void {
    while (isSpace(this.#bytes[this.#at])) this.#at += 1;
  }
}

/**
 * Returns the end of the last complete part before `limit`, where it stops reading; null if the first is incomplete.
 */
function endOfParts(all: Buffer, from: number, limit: number): number | null {
  const bytes = all.subarray(0, limit);
  let end: number | null = null;
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const closing = closingQuote(bytes, at);
      if (closing === null) return end;
      at = closing;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === COMMA && depth === 0) end = at;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return end;
}

function endOfText(bytes: Buffer, from: number): number {
  const closing = closingQuote(bytes, from);
  if (closing === null) throw new SyntaxError("a text does not end");
  return closing;
}

/** Returns the offset of the quote that closes the string which begins at `from`; null if it is not in these bytes. */
function closingQuote(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(QUOTE, from + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return null;
}

function endOfScalar(bytes: Buffer, from: number): number {
  if (bytes[from] === QUOTE) return endOfText(bytes, from) + 1;
  let at = from;
  for (let byte = bytes[at]; byte !== undefined && !isSpace(byte); byte = bytes[at]) {
    if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) break;
    at += 1;
  }
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Assigning to `__proto__` would not create a property. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}
