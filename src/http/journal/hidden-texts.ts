import { copiedBeginning } from "./copied-beginning.ts";

/** So much is kept of a text, and so many of a call; answers repeat less. */
const mostOfText = 64;
const mostTexts = 8;

/** What was hidden in a request, as far as its answer could repeat it. */
export class HiddenTexts {
  /** Beginnings of secrets that stood where they belong. */
  readonly #beginnings = new Set<string>();
  /** There were secrets where none belong, where an answer could repeat a part of them in words of its own. */
  misplaced = false;
  /** There was more than anybody looked at. */
  unread = false;

  /** A secret in its place. Only such as are spelled everywhere alike can be found again. */
  add(secret: unknown): void {
    const text = String(secret);
    if (typeof secret === "object" || !/^[\w-]*$/.test(text.slice(0, mostOfText))) this.misplaced = true;
    else if (this.#beginnings.size >= mostTexts) this.unread = true;
    else if (text.length >= 4) this.#beginnings.add(copiedBeginning(text, mostOfText));
  }

  addAll(other: HiddenTexts): void {
    for (const beginning of other.#beginnings) this.add(beginning);
    this.misplaced ||= other.misplaced;
    this.unread ||= other.unread;
  }

  /** Whether a text of the answer could repeat something of it. */
  mayBeIn(text: string): boolean {
    // What is a single word is a name, an instant or an identifier; what is longer could quote anything.
    if (this.misplaced && !/^[\w.:+-]{0,64}$/.test(text)) return true;
    for (const beginning of this.#beginnings) {
      // Of a long value messages show 40 characters, with quotation marks.
      if (text.includes(beginning.slice(0, 32))) return true;
    }
    return false;
  }
}
