import { parseJsonText } from "../../spec/json-text.ts";
import { HiddenTexts } from "./hidden-texts.ts";
import { beginningOf, type CutText, type KeptText, mostCharacters, mostTargetCharacters } from "./kept-text.ts";
import type { KnownCall, KnownInput } from "./known-input.ts";
import type { SecretSearch } from "./secret-search.ts";

/** What stands in the place of what is not shown. */
export const redacted = "[redacted]";

/** So much is looked at; what is not cut is never as long. */
const mostRead = 4 * mostCharacters;
/** A key that begins before the end of what is shown may end so much later. */
const longestSecret = 512;

/**
 * Decides what is shown of calls. What the document expects is shown, without texts that have a code, a secret or a key in
 * them; what it does not expect could be anything and is not. One for each call that is shown, and in the order of the
 * call: of its answer is hidden what could repeat something of the request.
 */
export class Discretion {
  readonly #known: KnownCall | null;
  readonly #secrets: SecretSearch;
  readonly #hidden = new HiddenTexts();
  #read = 0;

  /** `known`: null where there is no such operation. */
  constructor(known: KnownCall | null, secrets: SecretSearch) {
    this.#known = known;
    this.#secrets = secrets;
  }

  /** Path and query. */
  target(target: KeptText): string {
    return typeof target === "string" ? this.#wholeTarget(target) : this.#cut(target);
  }

  /** What of path and query is kept that are too long. */
  cutTarget(target: string): CutText {
    const shown = beginningOf(this.#wholeTarget(target), target.length, mostTargetCharacters);
    return { shown, hidden: this.#hidden };
  }

  /** A request's body: an object or a list without what must not be shown; else a text in parentheses that says what there was. */
  requestBody(body: KeptText | null): unknown {
    if (body === null) return null;
    if (typeof body !== "string") return this.#cut(body);
    const parsed = parseJsonText(body);
    return this.#parsedBody("value" in parsed ? parsed.value : undefined, body);
  }

  /** What of a body is kept that is too long; `value`: the same, parsed, or undefined where it is no JSON. */
  cutRequest(text: string, value: unknown): CutText {
    const body = this.#parsedBody(value, text);
    const shown = typeof body === "string" ? body : beginningOf(JSON.stringify(body), text.length);
    return { shown, hidden: this.#hidden };
  }

  /** The body of the answer. The request must have been looked at before. */
  answerBody(answer: KeptText | null): unknown {
    if (answer === null) return null;
    if (this.#hidden.unread) return "(not shown)";
    if (typeof answer === "string") return this.#answerValue(JSON.parse(answer), "");
    // It is cut somewhere: a text that does not end may end in a part of a secret.
    return answer.shown.replaceAll(/"((?:[^"\\]|\\.)*)("|\\?$)/g, (text, inner: string, end: string) =>
      end !== '"' || this.#answerText(inner) === redacted ? `"${redacted}${end}` : text,
    );
  }

  /** The same of an answer. What was hidden in the request is hidden when it is shown. */
  cutAnswer(text: string): CutText {
    const hasSecrets = this.#known === null || this.#known.secretsInAnswers.size > 0;
    const shown = hasSecrets ? JSON.stringify(this.#answerValue(JSON.parse(text), "")) : text;
    return { shown: beginningOf(shown, text.length), hidden: this.#hidden };
  }

  #cut({ shown, hidden }: CutText): string {
    this.#hidden.addAll(hidden);
    return shown;
  }

  #wholeTarget(target: string): string {
    if (this.#secrets.findsSplitKey(target)) return this.#misplaced();
    const [path = "", ...queries] = target.split("?");
    const segments = path.split("/").map((segment) => this.#text(segment));
    const pairs = queries
      .join("?")
      .split("&")
      .map((pair) => this.#pair(pair));
    const shown = segments.join("/") + (queries.length === 0 ? "" : `?${pairs.join("&")}`);
    // Between the parts there may be one, too.
    return this.#secrets.findsKey(shown) ? this.#misplaced() : shown;
  }

  #pair(pair: string): string {
    const [name = "", ...values] = pair.split("=");
    const shownName = this.#text(name);
    if (values.length === 0) return shownName;
    return `${shownName}=${this.#parameter(values.join("="), this.#known?.query.get(decoded(name)))}`;
  }

  #parameter(value: string, known: KnownInput | undefined): string {
    if (known === undefined) return this.#unexpected(value);
    if (known.isSecret) return this.#secret(decoded(value));
    // An amount may have six digits, too.
    return known.kinds.has("integer") && /^\d{1,16}$/.test(value) ? value : this.#text(value);
  }

  #parsedBody(value: unknown, text: string): unknown {
    // A body that is nothing but a value may be a code without its name.
    if (typeof value === "object" && value !== null) return this.#value(value, this.#known?.body ?? undefined);
    this.#unexpected(text);
    return `(not shown: ${Buffer.byteLength(text)} bytes that are no JSON ${value === undefined ? "text" : "object"})`;
  }

  /** A value that a client sent; `known` undefined: where nothing was expected. */
  #value(value: unknown, known: KnownInput | undefined): unknown {
    if (known === undefined) return this.#unexpected(value);
    if (known.isSecret) return this.#secret(value);
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "number") return this.#number(value, known);
    if (Array.isArray(value))
      return known.items === null
        ? this.#unexpected(value)
        : value.map((item) => this.#value(item, known.items ?? undefined));
    if (typeof value !== "object" || value === null) return value;
    if (known.members.size === 0) return this.#unexpected(value);
    const members = Object.entries(value).map(([name, member]) => [
      this.#text(name),
      this.#value(member, known.members.get(name)),
    ]);
    return Object.fromEntries(members);
  }

  /** It is looked at nevertheless, as the answer may repeat it. */
  #unexpected(value: unknown): string {
    this.#text(typeof value === "string" ? value : JSON.stringify(value));
    return redacted;
  }

  /** A text, or nothing of it where there is anything in it that must not be shown. */
  #text(whole: string): string {
    // Of what is longer nothing more will be seen, and of many texts no more than of one.
    const text = whole.slice(0, mostCharacters + longestSecret);
    this.#read += text.length;
    if (this.#read > mostRead) {
      this.#hidden.unread = true;
      return redacted;
    }
    return this.#secrets.finds(text) ? this.#misplaced() : text.slice(0, mostCharacters);
  }

  #number(value: number, { kinds }: KnownInput): unknown {
    if (kinds.has("integer") || kinds.has("fraction")) return value;
    return this.#text(String(value)) === redacted ? redacted : value;
  }

  #secret(value: unknown): string {
    this.#hidden.add(value);
    return redacted;
  }

  #misplaced(): string {
    this.#hidden.misplaced = true;
    return redacted;
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
    return this.#hidden.mayBeIn(text) || this.#secrets.finds(text) ? redacted : text;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
