import { parseJsonText } from "../../spec/json-text.ts";
import { beginningOf, type CutText, type KeptText, mostCharacters } from "./kept-text.ts";
import type { KnownCall, KnownInput } from "./known-input.ts";

/** What stands in the place of what is not shown. */
export const redacted = "[redacted]";

/** So much is looked at; what is not cut is never as long. */
const mostRead = 4 * mostCharacters;

/** Six digits on their own, as codes are. */
const codes = /(?<![0-9A-Za-z])[0-9]{6}(?![0-9A-Za-z])/g;
const words = /[^\s"'`,;:=&?/#<>()[\]{}|\\]+/g;

/**
 * Decides what is shown of calls. What the document expects is shown, without codes, secrets and keys; what it does not
 * expect could be anything and is not. One for each call that is shown: what was replaced in a request is replaced in its
 * answer, too.
 */
export class Discretion {
  readonly #known: KnownCall | null;
  readonly #isKey: (text: string) => boolean;
  readonly #replaced = new Set<string>();
  #read = 0;

  /** `known`: null where there is no such operation. */
  constructor(known: KnownCall | null, isKey: (text: string) => boolean) {
    this.#known = known;
    this.#isKey = isKey;
  }

  /** Path and query. */
  target(target: string): string {
    const [path = "", ...queries] = target.split("?");
    const shown = path
      .split("/")
      .map((segment) => this.#encoded(segment))
      .join("/");
    if (queries.length === 0) return shown;
    return `${shown}?${queries
      .join("?")
      .split("&")
      .map((pair) => this.#pair(pair))
      .join("&")}`;
  }

  /** A request's body: an object or a list without what must not be shown; else a text in parentheses that says what there was. */
  requestBody(body: KeptText | null): unknown {
    if (body === null) return null;
    if (typeof body === "string") {
      const parsed = parseJsonText(body);
      return this.#parsedBody("value" in parsed ? parsed.value : undefined, body);
    }
    for (const secret of body.replaced) this.#replaced.add(secret);
    return body.shown;
  }

  /** What of a body is kept that is too long; `value`: the same, parsed, or undefined where it is no JSON. */
  cutRequest(text: string, value: unknown): CutText {
    const body = this.#parsedBody(value, text);
    const shown = typeof body === "string" ? body : beginningOf(JSON.stringify(body), text.length);
    return { shown, replaced: [...this.#replaced] };
  }

  /** The body of the answer. The request must have been looked at before. */
  answerBody(answer: KeptText | null): unknown {
    if (answer === null) return null;
    if (typeof answer !== "string") return this.#answerText(answer.shown);
    return this.#answerValue(JSON.parse(answer), "");
  }

  /** The same of an answer. What was replaced in the request is replaced when it is shown. */
  cutAnswer(text: string): CutText {
    const hasSecrets = this.#known === null || this.#known.secretsInAnswers.size > 0;
    const shown = hasSecrets ? JSON.stringify(this.#answerValue(JSON.parse(text), "")) : text;
    return { shown: beginningOf(shown, text.length), replaced: [] };
  }

  #parsedBody(value: unknown, text: string): unknown {
    // A body that is nothing but a value may be a code without its name.
    if (typeof value === "object" && value !== null) return this.#value(value, this.#known?.body ?? undefined);
    return `(not shown: ${Buffer.byteLength(text)} bytes that are no JSON ${value === undefined ? "text" : "object"})`;
  }

  /** A value that a client sent; `known` undefined: where nothing was expected. */
  #value(value: unknown, known: KnownInput | undefined): unknown {
    if (known === undefined) return redacted;
    if (known.isSecret) return this.#hide(value);
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "number") return this.#number(value, known);
    if (Array.isArray(value))
      return known.items === null ? redacted : value.map((item) => this.#value(item, known.items ?? undefined));
    if (typeof value !== "object" || value === null) return value;
    if (known.members.size === 0) return redacted;
    const members = Object.entries(value).map(([name, member]) => [
      this.#text(name),
      this.#value(member, known.members.get(name)),
    ]);
    return Object.fromEntries(members);
  }

  /** A text without codes and keys. */
  #text(whole: string): string {
    // Of what is longer nothing more will be seen, and of many texts no more than of one.
    if (this.#read > mostRead) return redacted;
    const text = whole.slice(0, mostCharacters);
    this.#read += text.length;
    const plain = text.normalize("NFKC");
    if (this.#isKey(text) || (plain !== text && plain.search(codes) !== -1)) return this.#hide(text);
    const withoutCodes = text.replaceAll(codes, (code) => this.#hide(code));
    return withoutCodes.replaceAll(words, (word) => (this.#isKey(word) ? this.#hide(word) : word));
  }

  #number(value: number, { kinds }: KnownInput): unknown {
    if (kinds.has("integer") || kinds.has("fraction")) return value;
    return this.#text(String(value)) === String(value) ? value : redacted;
  }

  #hide(value: unknown): string {
    if (typeof value === "string" || typeof value === "number") this.#replaced.add(String(value));
    return redacted;
  }

  #pair(pair: string): string {
    const [name = "", ...values] = pair.split("=");
    const shownName = this.#encoded(name);
    if (values.length === 0) return shownName;
    return `${shownName}=${this.#parameter(values.join("="), this.#known?.query.get(decoded(name)))}`;
  }

  #parameter(value: string, known: KnownInput | undefined): string {
    if (known === undefined) return redacted;
    if (known.isSecret) return this.#hide(decoded(value));
    // An amount may have six digits, too.
    return known.kinds.has("integer") && /^\d{1,16}$/.test(value) ? value : this.#encoded(value);
  }

  /** As it was spelled, if there is nothing in it that must not be shown. */
  #encoded(text: string): string {
    const plain = decoded(text);
    const shown = this.#text(plain);
    return shown === plain ? text : shown;
  }

  #answerValue(value: unknown, name: string): unknown {
    if (this.#known?.secretsInAnswers.has(name)) return redacted;
    if (typeof value === "string") return this.#answerText(value);
    if (Array.isArray(value)) return value.map((item) => this.#answerValue(item, name));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([member, inner]) => [
      this.#answerText(member),
      this.#answerValue(inner, member),
    ]);
    return Object.fromEntries(members);
  }

  #answerText(text: string): string {
    let shown = text;
    for (const secret of this.#replaced) {
      // Answers repeat the beginnings of long texts only.
      for (const part of [secret, secret.slice(0, 64), secret.slice(0, 40)]) {
        if (part.length >= 4) shown = shown.replaceAll(part, redacted);
      }
    }
    return shown;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
