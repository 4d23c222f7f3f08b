import type { Answer } from "../../src/client/answer.ts";

/** Something that a client asks for, how that must be answered, and what it then does to the client's own book. */
export interface Move<Book> {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly expects: "acknowledged" | "refused";
  /** `answer` is null when nobody heard one. A refusal without an effect must leave no trace. */
  effect?(book: Book, answer: Answer | null): void;
}

/** What a client knows to be kept, and what it asked for without having heard an answer. */
export class KeptBook<Book> {
  known: Book;
  #unheard: Move<Book>[] = [];

  constructor(known: Book) {
    this.known = known;
  }

  get unheard(): readonly Move<Book>[] {
    return this.#unheard;
  }

  asks(move: Move<Book>): void {
    this.#unheard.push(move);
  }

  hears(move: Move<Book>, answer: Answer): void {
    this.#unheard = this.#unheard.filter((one) => one !== move);
    move.effect?.(this.known, answer);
  }

  /**
   * Finds out which of the unheard moves were kept: those with which the book says what is seen. `differences` compares
   * a book with that. Answers with how many were kept, or with what differs however one takes them.
   */
  settle(differences: (book: Book) => readonly string[]): { kept: number } | { facts: readonly string[] } {
    const unheard = this.#unheard;
    this.#unheard = [];
    const subsets = Array.from({ length: 2 ** unheard.length }, (_, bits) => unheard.filter((_, i) => bits & (1 << i)));
    subsets.sort((a, b) => a.length - b.length);
    let facts: readonly string[] = [];
    for (const kept of subsets) {
      const book = kept.length === 0 ? this.known : structuredClone(this.known);
      for (const move of kept) move.effect?.(book, null);
      const found = differences(book);
      if (found.length === 0) {
        this.known = book;
        return { kept: kept.length };
      }
      if (kept.length === 0) facts = found;
    }
    const asked = unheard.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body) ?? ""}`);
    return { facts: [...facts, ...asked.map((text) => `not heard: ${text}`)] };
  }
}

/** A thing as it should be or is: by what its client calls it. The id is null until somebody has heard it. */
export interface Fact {
  readonly name: string;
  readonly id: string | null;
  readonly text: string;
}

/** What differs: `fresh` must all be seen, and what is seen must be among `expected`, with the same id and text. */
export function compareFacts(
  kind: string,
  expected: readonly Fact[],
  fresh: readonly Fact[],
  seen: readonly Fact[],
): string[] {
  const byName = new Map(expected.map((fact) => [fact.name, fact]));
  const names = new Set(seen.map(({ name }) => name));
  const missing = fresh.filter(({ name }) => !names.has(name)).map((fact) => `${kind} ${tell(fact)} is lost`);
  const wrong = seen.flatMap((fact) => {
    const should = byName.get(fact.name);
    if (should === undefined) return [`${kind} ${tell(fact)} is there, though it was refused or never asked for`];
    const same = should.text === fact.text && (should.id ?? fact.id) === fact.id;
    return same ? [] : [`${kind} ${tell(fact)} should be ${tell(should)}`];
  });
  const twice = names.size === seen.length ? [] : [`a ${kind} is there twice`];
  return [...missing, ...wrong, ...twice];
}

function tell({ name, id, text }: Fact): string {
  return `"${name}" (${id}: ${text})`;
}
