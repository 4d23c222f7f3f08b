import { Unavailable } from "../unavailable.ts";

/** Whether a world is running, has stopped because of an error, is about to end, or has ended. */
export class Condition {
  /** Why requests are rejected. Attempts under way are still recorded. */
  #ending: Unavailable | undefined;
  #stopped: Unavailable | undefined;
  readonly #onStop: (trouble: Unavailable) => void;

  constructor(onStop: (trouble: Unavailable) => void) {
    this.#onStop = onStop;
  }

  /** Whether nothing happens in the world by itself any more. */
  get isOver(): boolean {
    return this.#ending !== undefined || this.#stopped !== undefined;
  }

  /** Whether the world has stopped because of an error. A rewind or reset can then resume it. */
  get isInTrouble(): boolean {
    return this.#stopped !== undefined && this.#stopped !== this.#ending;
  }

  /** Throws `Unavailable` unless requests are admitted. */
  assertOpen(): void {
    this.assertNotEnding();
    this.assertRunning();
  }

  assertNotEnding(): void {
    if (this.#ending !== undefined) throw this.#ending;
  }

  assertRunning(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }

  /** Rejects all later requests with this reason. */
  beginToEnd(reason: Unavailable): void {
    this.#ending ??= reason;
  }

  end(): void {
    this.#stopped ??= this.#ending;
  }

  /** Stops the world because of an error, and tells of it. */
  stop(message: string, cause: unknown): void {
    const trouble = new Unavailable(message, { cause });
    if (this.#stopped === undefined || this.isInTrouble) this.#stopped = trouble;
    this.#onStop(trouble);
  }

  goOn(): void {
    this.#stopped = undefined;
  }
}
