import type { Answer } from "../../src/client/answer.ts";
import type { Ask } from "../../src/client/connection.ts";
import type { KeptBook, Move } from "./kept-book.ts";
import type { SeenHistory } from "./seen-history.ts";

/** What all rounds together have counted. */
export interface Tally {
  operations: number;
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Of the unknown ones those that turned out to be kept. */
  kept: number;
}

/** More than a round needs. */
export const mostAnswers = 400;

/** The clients of one round: each asks one thing after the other, until nobody answers any more. */
export class Traffic {
  readonly #tally: Tally;
  readonly #clients: Promise<void>[] = [];
  readonly #enough = Promise.withResolvers<void>();
  readonly #counted: string;
  #untilEnough: number;
  #untilTooMany = mostAnswers;
  /** From now on the server may end at any moment. */
  #mayEnd = false;

  /**
   * `enough` resolves when so many answers have come to what has `counted` in its path, or many of any kind: what is waited
   * for may be seldom.
   */
  constructor(tally: Tally, untilEnough: number, counted: string) {
    this.#tally = tally;
    this.#counted = counted;
    this.#untilEnough = untilEnough;
  }

  add<Book>(ask: Ask, book: KeptBook<Book>, history: SeenHistory | null, next: () => Promise<Move<Book>> | Move<Book>) {
    this.#clients.push(this.#play(ask, book, history, next));
  }

  /** Besides what clients do: what somebody watches until the server is gone. */
  watch(watching: Promise<readonly string[]>): void {
    const facts = watching.then((found) => {
      if (found.length > 0) throw new Error(found.join("\n"));
    });
    this.#clients.push(facts);
  }

  /**
   * Resolves when enough answers have come, or before with what is given; rejects when a client was answered as it must
   * not be.
   */
  async enough(before?: Promise<void>): Promise<void> {
    await Promise.race([...(before === undefined ? [] : [before]), this.#enough.promise, Promise.all(this.#clients)]);
    this.#mayEnd = true;
  }

  /** Resolves when all clients know that the server is gone. */
  async over(): Promise<void> {
    await Promise.all(this.#clients);
  }

  async #play<Book>(
    ask: Ask,
    book: KeptBook<Book>,
    history: SeenHistory | null,
    next: () => Promise<Move<Book>> | Move<Book>,
  ): Promise<void> {
    try {
      for (;;) {
        const move = await next();
        const answer = await this.#ask(ask, book, move);
        if (answer === null) return;
        const position = answer.at("position");
        if (history !== null && typeof position === "number") {
          history.acknowledged = Math.max(history.acknowledged, position);
        }
      }
    } catch (error) {
      // Whoever was about to look something up was not answered, either.
      if (!this.#mayEnd || error instanceof Unexpected) throw error;
    }
  }

  /** Null when nobody answered, or the answer is that it cannot be said. */
  async #ask<Book>(ask: Ask, book: KeptBook<Book>, move: Move<Book>): Promise<Answer | null> {
    const { method, path, body, expects } = move;
    this.#tally.operations += 1;
    book.asks(move);
    let answer: Answer;
    try {
      answer = await ask(method, path, body);
    } catch (error) {
      return this.#unheard(error);
    }
    const heard = `${method} ${path} ${JSON.stringify(body)} was answered ${answer.status}: ${JSON.stringify(answer.body)}`;
    if (answer.status === 503) return this.#unheard(new Unexpected(heard));
    const outcome = answer.status < 300 ? "acknowledged" : answer.status < 500 ? "refused" : "not answered";
    if (outcome !== expects) throw new Unexpected(`${heard} and should be ${expects}`);
    book.hears(move, answer);
    this.#tally[outcome] += 1;
    if (path.includes(this.#counted)) this.#untilEnough -= 1;
    this.#untilTooMany -= 1;
    if (this.#untilEnough <= 0 || this.#untilTooMany <= 0) this.#enough.resolve();
    return answer;
  }

  #unheard(reason: unknown): null {
    if (!this.#mayEnd) throw reason;
    this.#tally.unknown += 1;
    return null;
  }
}

class Unexpected extends Error {
  override readonly name = "Unexpected";
}
