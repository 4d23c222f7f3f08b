import { secretNames as markedNames } from "../spec/generated/secret-names.ts";
import { firstTokens, isClosing, isOpening, isSpace, jsonTokens } from "./json-text-tokens.ts";
import { defaultSecretNames, plainName, redacted } from "./secret-names.ts";
import { MIN_SECRET_CHARACTERS, spellingsOf } from "./secret-spellings.ts";

/**
 * Removes secrets from what reports show: known values in every spelling, and every value whose name is that of a secret.
 * The rest stays as it was, character by character.
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
    if (value.length >= MIN_SECRET_CHARACTERS) this.#spellings.set(value, spellingsOf(value));
  }

  /** Adds the texts in a value of JSON that the documents mark as secret. */
  learn(value: unknown): void {
    // A list and not calls: a body may be nested deeper than calls can be.
    const left = [value];
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      if (typeof one !== "object" || one === null) continue;
      for (const [name, inner] of Object.entries(one)) {
        if (typeof inner === "string" && markedNames.includes(name)) this.add(inner);
        else if (inner !== undefined) left.push(inner);
      }
    }
  }

  /** Text that matches must not be shown; the pattern is global. */
  addPattern(pattern: RegExp): void {
    this.#patterns.push(pattern);
  }

  /** A name of headers and JSON properties whose values must not be shown; its case, `-` and `_` do not matter. */
  addName(name: string): void {
    this.#names.add(plainName(name));
  }

  /** Redacts a body, a path or a sentence. Names matter only if it is JSON. */
  text(text: string): string {
    const tokens = jsonTokens(text);
    return tokens === null ? this.#withoutValues(text) : this.#json(tokens);
  }

  /** Redacts the beginning of JSON, which may end within a value, without reading the rest. */
  beginning(json: string): string {
    return this.#json(firstTokens(json));
  }

  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, this.#isSecret(name) ? redacted : this.text(value)]),
    );
  }

  #json(tokens: readonly string[]): string {
    let written = "";
    let end = 0;
    for (const [index, token] of tokens.entries()) {
      if (index < end) continue;
      const value = valueOfName(tokens, index);
      written += this.#token(token, value !== null);
      if (value === null || !this.#isSecret(unquoted(token))) continue;
      end = endOfValue(tokens, value);
      // That there is nothing is no secret, and worth seeing.
      written +=
        tokens.slice(index + 1, value).join("") + (tokens[value] === "null" ? "null" : JSON.stringify(redacted));
    }
    return written;
  }

  #token(token: string, isName: boolean): string {
    if (/^[-0-9]/.test(token)) return this.#withoutValues(token) === token ? token : JSON.stringify(redacted);
    if (!token.startsWith('"')) return token;
    const content = unquoted(token);
    // A string may be a document itself, as the body of a delivery in a log.
    const inner = /^\s*[{[]/.test(content) && !isName ? this.text(content) : content;
    const shown = this.#withoutValues(inner);
    return shown === content ? token : JSON.stringify(shown);
  }

  /** Values may overlap, so that all are found before anything is replaced. */
  #withoutValues(text: string): string {
    const found = [...this.#spellings].flatMap(([value, spelling]) =>
      // No spelling is shorter than the value itself.
      text.length < value.length ? [] : matchesIn(text, spelling),
    );
    found.push(...this.#patterns.flatMap((pattern) => [...text.matchAll(pattern)]));
    found.sort((one, other) => one.index - other.index);
    let written = "";
    let done = 0;
    for (const { index, 0: match } of found) {
      if (index >= done) written += text.slice(done, index) + redacted;
      done = Math.max(done, index + match.length);
    }
    return written + text.slice(done);
  }

  #isSecret(name: string): boolean {
    return this.#names.has(plainName(name));
  }
}

function matchesIn(text: string, spelling: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  spelling.lastIndex = 0;
  for (let match = spelling.exec(text); match !== null; match = spelling.exec(text)) {
    matches.push(match);
    // The next one may begin within this one, but never within a character.
    spelling.lastIndex = match.index + String.fromCodePoint(text.codePointAt(match.index) ?? 0).length;
  }
  return matches;
}

/** Returns where the value begins whose name the token at `index` is; null for every other token. */
function valueOfName(tokens: readonly string[], index: number): number | null {
  if (!tokens[index]?.startsWith('"')) return null;
  const colon = afterSpace(tokens, index + 1);
  return tokens[colon] === ":" ? afterSpace(tokens, colon + 1) : null;
}

/** Returns the index of the token after the value that begins at `start`. */
function endOfValue(tokens: readonly string[], start: number): number {
  let depth = 0;
  let index = start;
  do {
    if (isOpening(tokens[index])) depth += 1;
    if (isClosing(tokens[index])) depth -= 1;
    index += 1;
  } while (depth > 0 && index < tokens.length);
  return index;
}

function afterSpace(tokens: readonly string[], index: number): number {
  return isSpace(tokens[index] ?? "") ? index + 1 : index;
}

function unquoted(token: string): string {
  return String(JSON.parse(token));
}
