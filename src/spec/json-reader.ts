import { quote } from "./problem.ts";

/** Deeper nesting than any request needs, and shallow enough for every recursive reader after this one. */
const MAX_DEPTH = 64;

/** More than any object in a request has; tables with hundreds of thousands of names are slow to work with. */
const MAX_MEMBERS = 1_000;

const LITERALS: ReadonlyMap<string, unknown> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Why a valid JSON text is not accepted, in English. */
export class JsonProblem extends Error {
  override readonly name = "JsonProblem";
}

/**
 * Reads a text known to be valid JSON and refuses what JSON.parse would quietly settle. It also reads escaped keys right.
 * V8 in Node 24 does not: after it has met `{"a":1,"\\":2}` it reads the key `"\n"` of `{"a":1,"\n":2}` as a backslash
 * (nodejs/node#63785), so that one request could change the keys of another. Measured beside JSON.parse with separate
 * scans it costs the same for bodies of a few hundred bytes, and half as much again for one of 400 KiB.
 */
export class JsonReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the value at the current place. Throws `JsonProblem`. */
  read(): unknown {
    switch (this.#next()) {
      case '"':
        return this.#string();
      case "{":
        return this.#object();
      case "[":
        return this.#list();
      default:
        return this.#scalar();
    }
  }

  #object(): object {
    this.#open();
    const object: Record<string, unknown> = {};
    let count = 0;
    for (; this.#next() !== "}"; count++) {
      const at = this.#at;
      const key = this.#string();
      if (Object.hasOwn(object, key)) this.#refuseDuplicate(key, at);
      // An assignment of `__proto__` would not make a property.
      if (key === "__proto__") refusePrototype();
      this.#next();
      const value = this.read();
      if (key === "constructor" && typeof value === "object" && Object.hasOwn(value ?? {}, "prototype"))
        refusePrototype();
      object[key] = value;
    }
    if (count > MAX_MEMBERS) {
      throw new JsonProblem(`an object has ${count} members; at most ${MAX_MEMBERS} are allowed`);
    }
    this.#close();
    return object;
  }

  #list(): unknown[] {
    this.#open();
    const items: unknown[] = [];
    while (this.#next() !== "]") items.push(this.read());
    this.#close();
    return items;
  }

  /** Recursion ends here, however deep the text is. */
  #open(): void {
    if (++this.#depth > MAX_DEPTH) throw new JsonProblem(`the JSON is nested deeper than ${MAX_DEPTH} levels`);
    this.#at++;
  }

  #close(): void {
    this.#depth--;
    this.#at++;
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (isEscaped(this.#text, end)) end = this.#text.indexOf('"', end + 1);
    this.#at = end + 1;
    const content = this.#text.slice(start + 1, end);
    // A string by itself, unlike a key in an object, is always read right.
    if (!content.includes("\\")) return content;
    const read: string = JSON.parse(`"${content}"`);
    if (read.isWellFormed()) return read;
    throw new JsonProblem(`the text at ${placeIn(this.#text, start)} has half a character, an unpaired \\u surrogate`);
  }

  /** Reads a number, `true`, `false` or `null`. */
  #scalar(): unknown {
    const start = this.#at;
    while (!endsScalar(this.#text.charCodeAt(this.#at))) this.#at++;
    const text = this.#text.slice(start, this.#at);
    const value = LITERALS.has(text) ? LITERALS.get(text) : Number(text);
    if (typeof value !== "number" || !isLost(text, value)) return value;
    const where = placeIn(this.#text, start);
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
      throw new JsonProblem(`the number at ${where} has more digits than can be kept; write at most 15`);
    }
    throw new JsonProblem(`the number at ${where} is too large to be kept exactly; at most 9007199254740991 is`);
  }

  #refuseDuplicate(key: string, at: number): never {
    const place = placeIn(this.#text, at);
    throw new JsonProblem(`the key ${JSON.stringify(quote(key))} appears twice in an object, again at ${place}`);
  }

  /** Goes on to the next character that is neither white space nor a mark between values. */
  #next(): string {
    while (isBetweenValues(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#text.charAt(this.#at);
  }
}

/** Returns where a character stands, in words: `line 2, column 3`. */
export function placeIn(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function refusePrototype(): never {
  throw new JsonProblem("the JSON has a key that is not allowed: `__proto__` or `constructor.prototype`");
}

/** A quote is escaped by an odd number of backslashes before it. */
function isEscaped(text: string, quoteAt: number): boolean {
  let backslashes = 0;
  while (text.charAt(quoteAt - 1 - backslashes) === "\\") backslashes++;
  return backslashes % 2 === 1;
}

/** White space, `,` and `:`. */
function isBetweenValues(code: number): boolean {
  return code === 44 || code === 58 || code === 32 || code === 10 || code === 13 || code === 9;
}

/** White space, `,`, `]`, `}`, and the end of the text. */
function endsScalar(code: number): boolean {
  return isBetweenValues(code) || code === 93 || code === 125 || Number.isNaN(code);
}

/** Whether the number is read as another one: beyond the safe integers, or a fraction that becomes a whole number. */
function isLost(digits: string, number: number): boolean {
  // Most numbers are short and plain: those cannot be lost.
  if (digits.length <= 15 && !/e/i.test(digits)) return false;
  return Math.abs(number) > Number.MAX_SAFE_INTEGER || (Number.isInteger(number) && !isWhole(digits));
}

/** Whether a JSON number, as it is written, has no fraction: `1.50e1` has none, `0.99999999999999999999` has. */
function isWhole(digits: string): boolean {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(digits) ?? [];
  const written = whole + fraction;
  const point = whole.length + Number(exponent);
  return !/[1-9]/.test(point <= 0 ? written : written.slice(point));
}
