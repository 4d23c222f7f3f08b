import type { Unavailable } from "../unavailable.ts";

/** Whether a world is running, has stopped because of an error, is about to end, or has ended. */
export class Condition {
  /** Why requests are rejected. Attempts under way are still recorded. */
  #ending: Unavailable | undefined;
  #stopped: Unavailable | undefined;

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

  stop(trouble: Unavailable): void {
    if (this.#stopped === undefined || this.isInTrouble) this.#stopped = trouble;
  }

  goOn(): void {
    this.#stopped = undefined;
  }
}
