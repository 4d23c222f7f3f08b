import { type JsonToken, jsonTokens } from "./json-text-tokens.ts";
import { defaultSecretNames, plainName, redacted } from "./secret-names.ts";
import { spellingsOf } from "./secret-spellings.ts";

/** Shorter values would be found everywhere by chance. */
const fewestCharacters = 4;

/**
 * Takes secrets out of what reports show: values that are known, however they are spelled, and whatever stands under a
 * name that promises a secret. What remains is, character by character, as it was.
 */
export class Redaction {
  readonly #names = new Set(defaultSecretNames);
  readonly #spellings = new Map<string, RegExp>();
  readonly #patterns: RegExp[] = [];

  constructor(secretValues: Iterable<string> = []) {
    for (const value of secretValues) this.add(value);
  }

  /** A value that must not be shown from now on. Values of less than 4 characters are ignored. */
  add(value: string): void {
    if (value.length >= fewestCharacters) this.#spellings.set(value, spellingsOf(value));
  }

  /** What looks like this must not be shown, whatever it is; a global pattern. */
  addPattern(pattern: RegExp): void {
    this.#patterns.push(pattern);
  }

  /** A name of headers and JSON properties whose values must not be shown; its case, `-` and `_` do not matter. */
  addName(name: string): void {
    this.#names.add(plainName(name));
  }

  /** A body, a path or a sentence. Names are looked at where it is JSON. */
  text(text: string): string {
    const tokens = jsonTokens(text);
    return tokens === null ? this.#withoutValues(text) : this.#json(tokens);
  }

  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, this.#isSecret(name) ? redacted : this.text(value)]),
    );
  }

  #json(tokens: readonly JsonToken[]): string {
    let written = "";
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index];
      if (token === undefined) break;
      const value = valueOfName(tokens, index);
      written += this.#token(token, value !== null);
      if (value === null || !this.#isSecret(unquoted(token))) continue;
      const end = endOfValue(tokens, value);
      // That there is nothing is no secret, and worth seeing.
      const shown = tokens[value]?.text === "null" ? "null" : JSON.stringify(redacted);
      written += textOf(tokens.slice(index + 1, value)) + shown;
      index = end - 1;
    }
    return written;
  }

  #token({ kind, text }: JsonToken, isName: boolean): string {
    if (kind === "number") return this.#withoutValues(text) === text ? text : JSON.stringify(redacted);
    if (kind !== "string") return text;
    const content = unquoted({ kind, text });
    // A string may hold a document of its own, as the body of a delivery in a log.
    const inner = /^\s*[{[]/.test(content) && !isName ? this.text(content) : content;
    const shown = this.#withoutValues(inner);
    return shown === content ? text : JSON.stringify(shown);
  }

  /** Values may overlap, so that all are found before anything is replaced. */
  #withoutValues(text: string): string {
    const found = [...this.#spellings].flatMap(([value, spelling]) =>
      // No spelling is shorter than the value itself.
      text.length < value.length ? [] : placesOf(text, spelling),
    );
    for (const match of this.#patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
      found.push({ start: match.index, end: match.index + match[0].length });
    }
    found.sort((one, other) => one.start - other.start);
    let written = "";
    let done = 0;
    for (const { start, end } of found) {
      if (start >= done) written += text.slice(done, start) + redacted;
      done = Math.max(done, end);
    }
    return written + text.slice(done);
  }

  #isSecret(name: string): boolean {
    return this.#names.has(plainName(name));
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function placesOf(text: string, spelling: RegExp): Place[] {
  const places: Place[] = [];
  spelling.lastIndex = 0;
  for (let match = spelling.exec(text); match !== null; match = spelling.exec(text)) {
    places.push({ start: match.index, end: match.index + match[0].length });
    // The next one may begin within this one, but never within a character.
    spelling.lastIndex = match.index + String.fromCodePoint(text.codePointAt(match.index) ?? 0).length;
  }
  return places;
}

/** Where the value begins whose name the string at `index` is; null for every other token. */
function valueOfName(tokens: readonly JsonToken[], index: number): number | null {
  if (tokens[index]?.kind !== "string") return null;
  const colon = withoutSpace(tokens, index + 1);
  return tokens[colon]?.text === ":" ? withoutSpace(tokens, colon + 1) : null;
}

/** The token after the value that begins at `start`. */
function endOfValue(tokens: readonly JsonToken[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.kind === "mark" && "{[".includes(token.text)) depth += 1;
    if (token?.kind === "mark" && "}]".includes(token.text)) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return tokens.length;
}

function withoutSpace(tokens: readonly JsonToken[], index: number): number {
  return tokens[index]?.kind === "space" ? index + 1 : index;
}

function textOf(tokens: readonly JsonToken[]): string {
  return tokens.map(({ text }) => text).join("");
}

function unquoted({ text }: JsonToken): string {
  return String(JSON.parse(text));
}
