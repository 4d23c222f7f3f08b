import type { Answer } from "../../../src/client/answer.ts";
import type { Ask } from "../../../src/client/connection.ts";
import type { Asks, Move } from "./asks.ts";

/** What all rounds together have counted. */
export interface Tally {
  operations: number;
  acknowledged: number;
  refused: number;
  /** Requests without an answer. */
  unheard: number;
}

/** More than a round needs. */
export const MAX_ANSWERS = 400;

/** What is asked of a world, and how far its history is known to reach. */
interface Asked {
  readonly asks: Asks;
  reached: number;
}

/** The clients of one round: each asks one thing after the other, until no answer comes any more. */
export class Traffic {
  readonly #tally: Tally;
  readonly #clients: Promise<unknown>[] = [];
  readonly #enough = Promise.withResolvers<void>();
  readonly #counted: string;
  #untilEnough: number;
  #untilTooMany = MAX_ANSWERS;
  /** From now on the server may end at any moment. */
  #mayEnd = false;

  /** `enough` resolves after this many answers to what has `counted` in its path, or many of any kind. */
  constructor(tally: Tally, untilEnough: number, counted: string) {
    this.#tally = tally;
    this.#counted = counted;
    this.#untilEnough = untilEnough;
  }

  add(
    ask: Ask,
    world: Asked,
    next: () => Promise<Move> | Move,
    onGranted: (move: Move, answer: Answer) => void = () => {},
  ): void {
    this.#clients.push(this.#play(ask, world, next, onGranted));
  }

  /** Besides what clients do: what a client watches until the server is gone. */
  watch(watching: Promise<unknown>): void {
    this.#clients.push(watching);
  }

  /** Resolves after enough answers, or with `before`; rejects when a client was answered as it must not be. */
  async enough(before?: Promise<void>): Promise<void> {
    await Promise.race([...(before === undefined ? [] : [before]), this.#enough.promise, Promise.all(this.#clients)]);
    this.#mayEnd = true;
  }

  /** Resolves when all clients know that the server is gone. */
  async over(): Promise<void> {
    await Promise.all(this.#clients);
  }

  async #play(
    ask: Ask,
    world: Asked,
    next: () => Promise<Move> | Move,
    onGranted: (move: Move, answer: Answer) => void,
  ): Promise<void> {
    try {
      for (;;) {
        const move = await next();
        const answer = await this.#ask(ask, world, move);
        if (answer === null) return;
        if (answer.status < 300) onGranted(move, answer);
      }
    } catch (error) {
      // A client that was about to look something up got no answer, either.
      if (!this.#mayEnd || error instanceof Unexpected) throw error;
    }
  }

  /** Null when no answer came, or the answer is that it cannot be said. */
  async #ask(ask: Ask, world: Asked, { method, path, body, fact, id }: Move): Promise<Answer | null> {
    this.#tally.operations += 1;
    if (fact !== null) world.asks.asked(fact);
    const answer = await ask(method, path, body).catch((error: unknown) => this.#unheard(error));
    if (answer === null) return null;
    const { status } = answer;
    const unexpected = new Unexpected(`${method} ${path} was answered ${status}: ${JSON.stringify(answer.body)}`);
    if (status === 503) return this.#unheard(unexpected);
    if (status >= 500) throw unexpected;
    // The one error that leaves a trace.
    const isGranted = status < 300 || answer.at("data.code") === "OTP_INCORRECT";
    if (fact !== null && isGranted) world.asks.acknowledged(fact, id === undefined ? null : answer.text(id));
    if (fact !== null && !isGranted) world.asks.refused(fact);
    const position = answer.at("position");
    if (status < 300 && typeof position === "number") world.reached = Math.max(world.reached, position);
    this.#tally[isGranted ? "acknowledged" : "refused"] += 1;
    if (path.includes(this.#counted)) this.#untilEnough -= 1;
    this.#untilTooMany -= 1;
    if (this.#untilEnough <= 0 || this.#untilTooMany <= 0) this.#enough.resolve();
    return answer;
  }

  #unheard(reason: unknown): null {
    if (!this.#mayEnd) throw reason;
    this.#tally.unheard += 1;
    return null;
  }
}

class Unexpected extends Error {
  override readonly name = "Unexpected";
}
